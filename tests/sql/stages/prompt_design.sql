-- given:
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'it''s', 2, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 1, 'q', 2, 1), ('a', 4, 'it''s', 1, 'p', 1, 0),
    ('a', 5, 's', 1, 'p', 1, 0), ('b', 6, 'it''s', 1, 'p', 1, 0);

-- case: completions of every prompt in every step of one run
-- run: prompt_design {"analysis_id": "a", "run": "it's"}
-- expect:
--   1 | 1 | 1
--   1 | 2 | 2
--   2 | 1 | 1
