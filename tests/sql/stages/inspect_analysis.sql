-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_run select 'a', x, 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from (values ('z'), ('it''s')) as t(x);
insert into rolloutdiff.analysis_run values ('half', 'r', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl');

-- case: complete ones with their runs by name
-- run: inspect_analysis
-- expect:
--   'a' | ['it''s', 'z'] | '{"z": 1}'
