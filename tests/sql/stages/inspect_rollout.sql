-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, 's1', 'p', 'q', null, 1.0, 'it''s', 0), (2, 'r', 2, 's2', 'p', 'q', 'b', 1.0, 'it''s', 1), (3, 's', 2, 's3', 'p', 'q', 'b', 1.0, 'it''s', 1),
    (4, 'r', 2, 's4', 'p', 'q', 'b', 1.0, 'f', 1);

-- case: files and rows are read side by side
-- run: inspect_rollout {"run": "r", "files": ["it's", "f", "it's"], "rows": [1, 1, 0]}
-- expect:
--   'f' | 1 | 2 | 's4' | 'p' | 'q' | 'b'
--   'it''s' | 0 | 1 | 's1' | 'p' | 'q' | NULL
--   'it''s' | 1 | 2 | 's2' | 'p' | 'q' | 'b'
-- run: inspect_rollout {"run": "r", "files": ["f"], "rows": [0]}
-- expect: none
