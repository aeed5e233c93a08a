-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', '0.5*"it''s"', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_run values
    ('a', 'run "x"', 100, 10, 5, 50, 4, 2, 1, 3, 7, 'trl'),
    ('a', 's', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'table'),
    ('half', 'r', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl');

-- case: one row per run of a complete analysis, with its formula and profile
-- call:
select * from rolloutdiff.report_run order by run;
-- expect:
--   'a' | 'run "x"' | 100 | 10 | 5 | 50 | 4 | 2 | '0.5*"it''s"' | 1 | 3 | 7 | 'trl' | 'calibrated'
--   'a' | 's' | 1 | 1 | 1 | 1 | 1 | 1 | '0.5*"it''s"' | 0 | 0 | 0 | 'table' | 'calibrated'
