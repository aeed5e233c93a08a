-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'it''s', 'a', null, 'f', 0), (2, 'r', 1, '2', 'p', 'it''s', null, null, 'f', 1), (3, 'r', 1, '3', 'p', 'it''s', 'c', null, 'f', 2);
insert into rolloutdiff.analysis_rollout values ('a', 2, 'r', 1, 'p', 1, 0), ('a', 1, 'r', 1, 'p', 1, 0), ('b', 3, 'r', 1, 'p', 1, 0);

-- case: texts of the analysis in a range, prompts on demand
-- run: custom_text {"analysis_id": "a", "first_rollout": 1, "last_rollout": 9, "with_prompt": false}
-- expect:
--   1 | '' | 'a'
--   2 | '' | NULL
-- run: custom_text {"analysis_id": "a", "first_rollout": 2, "last_rollout": 2, "with_prompt": true}
-- expect:
--   2 | 'it''s' | NULL
