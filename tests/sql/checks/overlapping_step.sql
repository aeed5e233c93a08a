-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (1, 'r "1"', 1, 'a', 'p', '', 'it''s/1', 0),
    (2, 'r "1"', 2, 'b', 'p', '', 'it''s/1', 1),
    (3, 'r "1"', 2, 'c', 'p', '', 'it''s/2', 0),
    (4, 's', 2, 'd', 'p', '', 'it''s/2', 1);

-- case: a step in two step-named files of a run
-- given:
insert into rolloutdiff.ingest values
    ('r "1"', 'it''s/1', null, null, null, 2, 0, 'trl', 'why', 'score'),
    ('r "1"', 'it''s/2', null, null, null, 1, 0, 'trl', 'why', 'score'),
    ('s', 'it''s/2', null, null, null, 1, 0, 'trl', 'why', 'score');
-- run: overlapping_step {"runs": ["r \"1\"", "s"]}
-- expect:
--   'r "1"' | 2 | 'it''s/1' | 'it''s/2' | 2
-- run: overlapping_step {"runs": ["s"]}
-- expect: none

-- case: tables may spread a step over files
-- given:
insert into rolloutdiff.ingest values
    ('r "1"', 'it''s/1', null, null, null, 2, 0, 'table', 'why', 'score'),
    ('r "1"', 'it''s/2', null, null, null, 1, 0, 'table', 'why', 'score');
-- run: overlapping_step {"runs": ["r \"1\""]}
-- expect: none
