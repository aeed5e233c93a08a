-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 5, '1', 'p', '', null, null, 'it''s', 3);

-- case: run, step, file and row
-- run: custom_place {"rollout_id": 1}
-- expect:
--   'r "1"' | 5 | 'it''s' | 3
-- run: custom_place {"rollout_id": 2}
-- expect: none
