-- case: none, then some
-- run: rollout_count
-- expect:
--   0
-- call:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', 'q', null, null, 'f', 0), (2, 's', 1, '2', 'p', 'q', null, null, 'f', 1);
-- run: rollout_count
-- expect:
--   2
