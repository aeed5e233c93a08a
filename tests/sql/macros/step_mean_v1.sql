-- given:
insert into rolloutdiff.feature values (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0);
-- Three prompts of one completion in step 1, two of two in step 2.
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'q', 2, 1), ('a', 3, 'r', 1, 'o"', 3, 1),
    ('a', 4, 'r', 2, 'p', 1, 0), ('a', 5, 'r', 2, 'p', 1, 0), ('a', 6, 'r', 2, 'q', 2, 1), ('a', 7, 'r', 2, 'q', 2, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 1), (1, 4, 2, 1), (1, 5, 2, 3);

-- case: prompts of both halves together
-- Step 1: deviations 2/3, -1/3, -1/3 square to 2/3, over 3 * 2. Step 2: prompt means 1 and 0; no prompt varies inside.
-- call:
select * from rolloutdiff.step_mean_v1('a', 'r', 1, 2) order by all;
-- expect:
--   1 | 1 | 0.3333333333333333 | 0.33333333333333337 | 3 | 3 | 1 | NULL
--   1 | 2 | 0.5 | 0.5 | 2 | 4 | 2 | 0.0

-- case: an analysis without rollouts has no point
-- call:
select * from rolloutdiff.step_mean_v1('b', 'r', 1, 2);
-- expect: none
