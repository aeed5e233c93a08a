-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.shift values
    ('a', 'run "x"', 'anchored_lr_v1', 1, 'pulse', 10, 9, 11, 10, 10, 20, 0.1234567, 0.7654321, 30.123456, 11.00004, 0.00000049, 0.05, 1, 'ten_points'),
    ('a', 'run "x"', 'anchored_lr_v1', 2, null, null, null, null, null, null, null, null, null, 2.0, 11.0, 0.5, 0.9, 1, null),
    ('half', 'r', 'l2_ar1_v1', 3, 'step', 10, 9, 11, 10, 10, null, 0.1, 0.7, 30.0, 11.0, 0.0, 0.0, 1, null);

-- case: changes that were found, and the best candidate where none was
-- call:
select * from rolloutdiff.report_shift order by feature;
-- expect:
--   'a' | 'run "x"' | 'anchored_lr_v1' | 'lex:it''s' | 'lexical' | 'pulse' | 10 | 9 | 11 | 10 | 10 | 20 | 0.123457 | 0.765432 | 30.1235 | 11.0 | 0.0 | 0.05 | 1 | 'ten_points'
--   'a' | 'run "x"' | 'anchored_lr_v1' | 'shape:chars' | 'shape' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 2.0 | 11.0 | 0.5 | 0.9 | 1 | NULL
