-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0),
    (2, 'a', 'reward', 'continuous', 'reward:it''s', 'reward', 1, 1, 'fixed', 0),
    (3, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 1, 'vocabulary', 0),
    (4, 'b', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 1, 'q', 2, 1),
    ('a', 4, 'r', 2, 'p', 1, 0), ('a', 5, 'r', 2, 'p', 1, 0), ('b', 6, 'r', 1, 'p', 1, 0), ('a', 7, 's', 1, 'p', 1, 0);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, reward, reward_parts, source_file, source_row)
values
    (1, 'r', 1, '1', 'p', '', 1.0, map {'it''s': 2.0, 'unknown': 1.0}, 'f', 1),
    (2, 'r', 1, '2', 'p', '', 0.0, map {'it''s': 'nan'::double}, 'f', 2),
    (3, 'r', 1, '3', 'q', '', 1.0, map {'it''s': null}, 'f', 3),
    (4, 'r', 2, '4', 'p', '', null, null, 'f', 4),
    (5, 'r', 2, '5', 'p', '', -1.0, null, 'f', 5),
    (6, 'r', 1, '6', 'p', '', 9.0, null, 'f', 6),
    (7, 's', 1, '7', 'p', '', 9.0, null, 'f', 7);

-- case: only finite values count, in the series that have a feature
-- Total in step 1: prompt means 1/2 and 1, error sqrt(2/16 / 2); inside p the deviations square to 1/2.
-- call:
select * from rolloutdiff.reward_step_mean_v1('a', 'r') order by all;
-- expect:
--   1 | 1 | 0.75 | 0.25 | 2 | 3 | 2 | 0.7071067811865476
--   1 | 2 | -1.0 | NULL | 1 | 1 | 0 | NULL
--   2 | 1 | 2.0 | NULL | 1 | 1 | 1 | NULL

-- case: each run by itself
-- call:
select * from rolloutdiff.reward_step_mean_v1('a', 's');
-- expect:
--   1 | 1 | 9.0 | NULL | 1 | 1 | 1 | NULL
