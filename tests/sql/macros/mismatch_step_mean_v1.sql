-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0),
    (2, 'a', 'mismatch', 'continuous', 'mismatch:is_mean', 'ratio', 1, 1, 'fixed', 0),
    (3, 'b', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'p', 1, 0), ('a', 3, 'it''s', 1, 'q', 2, 1),
    ('a', 4, 'it''s', 2, 'p', 1, 0), ('a', 5, 'it''s', 2, 'p', 1, 0), ('b', 6, 'it''s', 1, 'p', 1, 0), ('a', 7, 's', 1, 'p', 1, 0);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, mismatch)
values
    (1, 'it''s', 1, '1', 'p', '', 'f', 1, map {'kl': 1.0, 'is_mean': 2.0, 'other': 1.0}),
    (2, 'it''s', 1, '2', 'p', '', 'f', 2, map {'kl': 0.0, 'is_mean': 'nan'::double}),
    (3, 'it''s', 1, '3', 'q', '', 'f', 3, map {'kl': 1.0, 'is_mean': null}),
    (4, 'it''s', 2, '4', 'p', '', 'f', 4, null),
    (5, 'it''s', 2, '5', 'p', '', 'f', 5, map {'kl': -1.0}),
    (6, 'it''s', 1, '6', 'p', '', 'f', 6, map {'kl': 9.0}),
    (7, 's', 1, '7', 'p', '', 'f', 7, map {'kl': 9.0});

-- case: only finite values count, a rollout without any is absent and not 0
-- In step 1: prompt means 1/2 and 1, error sqrt(2/16 / 2); inside p the deviations square to 1/2.
-- call:
select * from rolloutdiff.mismatch_step_mean_v1('a', 'it''s', 1, 2, false) order by all;
-- expect:
--   1 | 1 | 0 | 0.75 | 0.25 | 2 | 3 | 2 | 0.7071067811865476
--   1 | 2 | 0 | -1.0 | NULL | 1 | 1 | 0 | NULL
--   2 | 1 | 0 | 2.0 | NULL | 1 | 1 | 1 | NULL

-- case: each half of the prompts by itself
-- call:
select * from rolloutdiff.mismatch_step_mean_v1('a', 'it''s', 1, 1, true) order by all;
-- expect:
--   1 | 1 | 0 | 0.5 | NULL | 1 | 2 | 1 | 0.7071067811865476
--   1 | 1 | 1 | 1.0 | NULL | 1 | 1 | 1 | NULL
--   2 | 1 | 0 | 2.0 | NULL | 1 | 1 | 1 | NULL

-- case: a range of steps, each run by itself
-- call:
select * from rolloutdiff.mismatch_step_mean_v1('a', 'it''s', 2, 9, false);
-- expect:
--   1 | 2 | 0 | -1.0 | NULL | 1 | 1 | 0 | NULL
-- call:
select * from rolloutdiff.mismatch_step_mean_v1('a', 's', 1, 2, false);
-- expect:
--   1 | 1 | 0 | 9.0 | NULL | 1 | 1 | 1 | NULL
