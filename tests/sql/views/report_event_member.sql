-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.event_member values
    ('a', 'run "x"', 1, 1, 10, 0.12345678),
    ('a', 'run "x"', 1, 2, 11, null),
    ('half', 'r', 1, 3, 10, 1.0);

-- case: members by name, the overlap to six decimals, none for a size
-- call:
select * from rolloutdiff.report_event_member order by onset_step;
-- expect:
--   'a' | 'run "x"' | 1 | 'lex:it''s' | 'lexical' | 10 | 0.123457
--   'a' | 'run "x"' | 1 | 'shape:chars' | 'shape' | 11 | NULL
