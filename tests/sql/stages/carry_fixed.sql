-- given:
create temp table token_count (cell integer, name varchar, rollouts bigint);
insert into token_count values (0, 'ast:depth', 5);
create temp table vocabulary_member as select 1 as rollout_id, 10 as step, 0 as cell union all select 9, 40, 3;
create temp table vocabulary_cell as select 0 as cell, true as is_first union all select 3, false;
insert into rolloutdiff.feature values
    (1, 'a', 'ast', 'continuous', 'ast:depth', 'levels', 1, 6, 'fixed', 0),
    (2, 'a', 'ast', 'binary', 'ast:it''s', 'share', 1, 6, 'vocabulary', 20),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 6, 'fixed', 0);
insert into rolloutdiff.series_point
select 'a', f.feature_id, 'r', s.step, 0.5, null, 1, 4, 2, null
from rolloutdiff.feature as f
cross join (values (10), (20), (30), (40)) as s(step);

-- case: fixed features with the rollouts of steps that are in no cell
-- run: carry_fixed {"earlier": "a", "last_step": 30, "known": false}
-- call:
select * from token_count order by all;
-- expect:
--   -1 | 'ast:depth' | 4
--   0 | 'ast:depth' | 5
-- call:
select m.rollout_id from vocabulary_member as m order by all;
-- expect:
--   1
--   9

-- case: the first cell is known
-- run: carry_fixed {"earlier": "a", "last_step": 30, "known": true}
-- call:
select * from token_count order by all;
-- expect:
--   -1 | 'ast:depth' | 4
--   0 | 'ast:depth' | 5
-- call:
select m.rollout_id from vocabulary_member as m order by all;
-- expect:
--   9
