-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_run select 'a', x, 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from (values ('z'), ('it''s')) as t(x);

-- case: unfinished ones too, without a run yet
-- run: known_analyses
-- expect:
--   'a' | true | ['it''s', 'z']
--   'half' | false | []
