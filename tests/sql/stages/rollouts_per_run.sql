-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', 'q', null, null, 'f', 0), (2, 's', 1, '2', 'p', 'q', null, null, 'f', 1), (3, 's', 1, '3', 'p', 'q', null, null, 'f', 2);

-- case: runs that are asked for and are there
-- run: rollouts_per_run {"runs": ["s", "it's", "none"]}
-- expect:
--   'it''s' | 1
--   's' | 2
-- run: rollouts_per_run {"runs": []}
-- expect: none
