-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'custom', 'continuous', 'custom:c', 'size', 10, 1, 'fixed', 0),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0);
-- Step 1: prompt p"1 (half 0) with completions 1 and 2, prompt q (half 1) with 3; step 2: prompt q with 4.
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p"1', 1, 0), ('a', 2, 'r', 1, 'p"1', 1, 0), ('a', 3, 'r', 1, 'q', 2, 1), ('a', 4, 'r', 2, 'q', 2, 1),
    ('b', 5, 'r', 1, 'q', 2, 1), ('a', 6, 's', 1, 'q', 1, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 5), (1, 3, 1, 1), (2, 1, 1, 40), (2, 2, 1, 20), (1, 5, 1, 1), (1, 6, 1, 1);

-- case: prompts weigh the same, whatever their number of completions
-- Feature 1 in step 1: prompt means 1/2 and 1, so mean 3/4 and error sqrt(2/16 / 2) = 1/4; deviations inside p"1
-- square to 1/2, over 3 - 2 completions. Feature 2: prompt means 3 and 0, inside p"1 the values 4 and 2.
-- call:
select * from rolloutdiff.split_step_mean_v1('a', 'r', 1, 2, false) order by all;
-- expect:
--   1 | 1 | 0 | 0.75 | 0.25 | 2 | 3 | 2 | 0.7071067811865476
--   1 | 2 | 0 | 0.0 | NULL | 1 | 1 | 0 | NULL
--   2 | 1 | 0 | 1.5 | 1.5 | 2 | 3 | 2 | 1.4142135623730951
--   2 | 2 | 0 | 0.0 | NULL | 1 | 1 | 0 | NULL

-- case: each half of the prompts by itself
-- call:
select * from rolloutdiff.split_step_mean_v1('a', 'r', 1, 1, true) order by all;
-- expect:
--   1 | 1 | 0 | 0.5 | NULL | 1 | 2 | 1 | 0.7071067811865476
--   1 | 1 | 1 | 1.0 | NULL | 1 | 1 | 1 | NULL
--   2 | 1 | 0 | 3.0 | NULL | 1 | 2 | 2 | 1.4142135623730951
--   2 | 1 | 1 | 0.0 | NULL | 1 | 1 | 0 | NULL

-- case: a step that is not logged has no point
-- call:
select * from rolloutdiff.split_step_mean_v1('a', 'r', 3, 9, false);
-- expect: none
