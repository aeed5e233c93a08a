-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 5, '1', 'p', 'q', null, null, 'b', 0), (2, 'it''s', 5, '2', 'p', 'q', null, null, 'a', 9), (3, 'it''s', 5, '3', 'p', 'q', null, 1.0, 'a', 0),
    (4, 'it''s', 6, '4', 'p', 'q', null, null, 'c', 1), (5, 's', 1, '5', 'p', 'q', null, 0.0, 'a', 0);

-- case: how many, and the first by step, file and row
-- run: unscored_rollout {"runs": ["it's", "s"]}
-- expect:
--   'it''s' | 3 | 5 | 'a' | 9
-- run: unscored_rollout {"runs": ["s"]}
-- expect: none
