-- given:
insert into rolloutdiff.ingest values
    ('z', 'f', null, null, null, 1, 0, 'trl', 'why', 'score'), ('it''s', 'f', null, null, null, 1, 0, 'trl', 'why', 'score'),
    ('z', 'g', null, null, null, 1, 0, 'trl', 'why', 'score');

-- case: each run once, by name
-- run: known_runs
-- expect:
--   'it''s'
--   'z'
