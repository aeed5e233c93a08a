-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_step values ('a', 'it''s', 5, 2, 1, 3), ('a', 'it''s', 2, 1, 1, 4), ('a', 'it''s', 9, 3, 1, 2), ('half', 'r', 1, 1, 1, 1);
insert into rolloutdiff.coverage values
    ('a', 'it''s', 'acc "x"', 5, 3), ('a', 'it''s', 'acc "x"', 2, 0), ('a', 'it''s', 'acc "x"', 9, 1), ('half', 'r', 'acc', 1, 1);

-- case: one row per column, its shares by step
-- call:
select * from rolloutdiff.report_coverage;
-- expect:
--   'a' | 'it''s' | 'acc "x"' | 9 | 4 | 1 | 1 | 5 | 9 | [0.0, 1.0, 0.5]
