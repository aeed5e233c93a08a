-- given:
insert into rolloutdiff.analysis_step values
    ('a', 'r', 1, 1, 1, 3), ('a', 'r', 5, 2, 1, 3), ('a', 'r', 9, 3, 1, 9), ('a', 'r', 10, 4, 1, 1), ('a', 'it''s', 1, 1, 1, 100), ('b', 'r', 1, 1, 1, 1);

-- case: a block ends with the step that fills it
-- Before the steps of r stand 0, 3, 6 and 15 completions.
-- run: step_blocks {"analysis_id": "a", "block_rows": 6}
-- expect:
--   'it''s' | 1 | 1
--   'r' | 1 | 5
--   'r' | 9 | 9
--   'r' | 10 | 10
-- run: step_blocks {"analysis_id": "a", "block_rows": 1000}
-- expect:
--   'it''s' | 1 | 1
--   'r' | 1 | 10
