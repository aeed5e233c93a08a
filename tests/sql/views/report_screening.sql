-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.screening values
    ('a', 'run "x"', 'anchored_seq_v1', 1, 'alert', null, 0.1234567, 0.0100004, 10, 12, 'rise', 4.56789, 3.00001, 0.00000049, 0.0000016, 0.0200004, 250.12346, 0.2000004, true),
    ('a', 'run "x"', 'frozen_z_v1', 2, 'unscorable', 'constant', null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('half', 'r', 'frozen_z_v1', 3, 'quiet', null, 0.1, 0.1, null, null, null, 1.0, 3.0, null, null, 0.1, null, null, null);

-- case: shares and chances to six decimals, statistics to four; the reason of a series without a verdict
-- call:
select * from rolloutdiff.report_screening order by rule;
-- expect:
--   'a' | 'run "x"' | 'anchored_seq_v1' | 'lex:it''s' | 'lexical' | 'binary' | 'alert' | NULL | 0.123457 | 0.01 | 10 | 12 | 'rise' | 4.5679 | 3.0 | 0.0 | 2e-06 | 0.02 | 'share' | 250.1235 | 0.2 | true
--   'a' | 'run "x"' | 'frozen_z_v1' | 'shape:chars' | 'shape' | 'continuous' | 'unscorable' | 'constant' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'characters' | NULL | NULL | NULL
