-- given:
insert into rolloutdiff.analysis_rollout values
    ('it''s', 1, 'r', 1, 'q', 2, 0), ('it''s', 2, 'r', 1, 'p', 1, 0), ('it''s', 3, 'r', 2, 'p', 1, 0), ('it''s', 4, 's', 2, 'z', 1, 0), ('b', 5, 'r', 2, 'x', 3, 0);

-- case: each once, in order of their numbers
-- run: prompt_number {"analysis_id": "it's", "run": "r"}
-- expect:
--   1 | 'p'
--   2 | 'q'
