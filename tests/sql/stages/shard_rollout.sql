-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (2, 'it''s', 5, 'b', 'p', '', 'f', 1), (1, 'r', 4, 'a', 'q', '', 'f', 0);

-- case: all that there are
-- run: shard_rollout
-- call:
select * from run_rollout;
-- expect:
--   1 | 'r' | 4 | 'q'
--   2 | 'it''s' | 5 | 'p'
