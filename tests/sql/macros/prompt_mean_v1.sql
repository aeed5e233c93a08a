-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'custom', 'continuous', 'custom:c', 'size', 10, 1, 'fixed', 0),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0),
    (4, 'b', 'ast', 'binary', 'ast:other', 'share', 1, 1, 'vocabulary', 0);
-- Step 1: prompt p"1 with completions 1 and 2, prompt q with 3, 4 and 5; step 2: prompt q alone with 6.
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p"1', 1, 0), ('a', 2, 'r', 1, 'p"1', 1, 0),
    ('a', 3, 'r', 1, 'q', 2, 1), ('a', 4, 'r', 1, 'q', 2, 1), ('a', 5, 'r', 1, 'q', 2, 1),
    ('a', 6, 'r', 2, 'q', 2, 1), ('a', 7, 's', 1, 'q', 1, 1), ('b', 8, 'r', 1, 'q', 2, 1);
insert into rolloutdiff.feature_count values
    (1, 1, 1, 5), (1, 6, 2, 1), (2, 3, 1, 5), (2, 5, 1, 7), (3, 1, 1, 1), (4, 1, 1, 1), (1, 7, 1, 1), (1, 8, 1, 1);

-- case: presence counts one, a size its counts over its scale; prompts without a count are left out
-- call:
select * from rolloutdiff.prompt_mean_v1('a', 'r', 1, 2) order by all;
-- expect:
--   1 | 1 | 'p"1' | 0 | 2 | 1 | 1 | 1 | 0.5
--   1 | 2 | 'q' | 1 | 1 | 1 | 1 | 1 | 1.0
--   2 | 1 | 'q' | 1 | 3 | 2 | 12 | 74 | 0.4

-- case: only the range of steps
-- call:
select * from rolloutdiff.prompt_mean_v1('a', 'r', 2, 9);
-- expect:
--   1 | 2 | 'q' | 1 | 1 | 1 | 1 | 1 | 1.0

-- case: an unknown run has none
-- call:
select * from rolloutdiff.prompt_mean_v1('a', null, 1, 2);
-- expect: none
