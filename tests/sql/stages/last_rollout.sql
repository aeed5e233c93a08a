-- case: nothing is there
-- run: last_rollout
-- expect:
--   0

-- case: the largest number, not how many there are
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (7, 'r', 4, 'a', 'q', '', 'f', 0), (3, 'r', 5, 'b', 'p', '', 'f', 1);
-- run: last_rollout
-- expect:
--   7
