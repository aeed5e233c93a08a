-- given:
insert into rolloutdiff.feature values
    (1, 'it''s', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0),
    (2, 'it''s', 'ast', 'binary', 'ast:torn', 'share', 1, 3, 'vocabulary', 9),
    (3, 'it''s', 'reward', 'continuous', 'reward:total', 'reward', 1, 3, 'fixed', 0),
    (4, 'other', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0),
    (1, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 4, 'vocabulary', 0),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 4, 'fixed', 0),
    (5, 'a', 'ast', 'binary', 'ast:new', 'share', 1, 4, 'vocabulary', 3);
create temp table new_feature as select 5 as feature_id, 'ast' as tier, 'ast:new' as name;
insert into rolloutdiff.feature_count values
    (1, 100, 10, 4), (1, 200, 20, 5), (1, 300, 30, 6), (2, 100, 10, 7), (4, 100, 10, 8), (4, 300, 30, 8), (5, 100, 10, 9);
insert into rolloutdiff.series_point
select f.analysis_id, f.feature_id, 'r', s.step, 0.5, 0.25, 1, 4, 2, null
from rolloutdiff.feature as f
cross join (values (10), (20), (30)) as s(step)
where f.analysis_id <> 'a' or f.feature_id = 5 and s.step < 30;
create temp table lexical_member as
select * from (values (100, 10, 1, 0), (200, 20, 2, 0), (300, 30, 3, 1), (400, 20, 4, 2)) as t(rollout_id, step, place, chunk);
create temp table lexical_chunk as select unnest([0, 1, 2]) as chunk;

-- case: counts and points up to the last step, but for features that are gone; chunks with later rollouts are left to be counted
-- run: carry_over {"analysis_id": "a", "earlier": "it's", "last_step": 20}
-- call:
select * from rolloutdiff.feature_count order by all;
-- expect:
--   1 | 100 | 10 | 4
--   1 | 200 | 20 | 5
--   4 | 100 | 10 | 8
--   4 | 300 | 30 | 8
--   5 | 100 | 10 | 9
-- call:
select p.analysis_id, p.feature_id, p.step, p.mean, p.within_sd from rolloutdiff.series_point as p where p.analysis_id <> 'other' order by all;
-- expect:
--   'a' | 1 | 10 | 0.5 | NULL
--   'a' | 1 | 20 | 0.5 | NULL
--   'a' | 3 | 10 | 0.5 | NULL
--   'a' | 3 | 20 | 0.5 | NULL
--   'a' | 5 | 10 | 0.5 | NULL
--   'a' | 5 | 20 | 0.5 | NULL
-- call:
select f.analysis_id, f.feature_id from rolloutdiff.feature as f order by all;
-- expect:
--   'a' | 1
--   'a' | 3
--   'a' | 5
--   'other' | 4
-- call:
select c.chunk, m.rollout_id from lexical_chunk as c inner join lexical_member as m on m.chunk = c.chunk;
-- expect:
--   1 | 300
