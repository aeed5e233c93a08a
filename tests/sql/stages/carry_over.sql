-- given:
create temp table carried_feature (feature_id integer, tier varchar, name varchar, earlier_id integer);
insert into carried_feature values (11, 'ast', 'ast:x', 1), (12, 'ast', 'ast:new', null);
insert into rolloutdiff.feature_count values (1, 100, 10, 4), (1, 200, 20, 5), (1, 300, 30, 6), (2, 100, 10, 7);
insert into rolloutdiff.series_point
select 'it''s', f.feature_id, 'r', s.step, 0.5, 0.25, 1, 4, 2, null
from (values (1), (2)) as f(feature_id)
cross join (values (10), (20), (30)) as s(step);
create temp table lexical_member as
select * from (values (100, 10, 1, 0), (200, 20, 2, 0), (300, 30, 3, 1), (400, 20, 4, 2)) as t(rollout_id, step, place, chunk);
create temp table lexical_chunk as select unnest([0, 1, 2]) as chunk;

-- case: counts and points of known features up to the last step; chunks with later rollouts are left to be counted
-- run: carry_over {"analysis_id": "a", "earlier": "it's", "last_step": 20}
-- call:
select * from rolloutdiff.feature_count as n where n.feature_id > 2 order by all;
-- expect:
--   11 | 100 | 10 | 4
--   11 | 200 | 20 | 5
-- call:
select * from rolloutdiff.series_point as p where p.analysis_id = 'a' order by all;
-- expect:
--   'a' | 11 | 'r' | 10 | 0.5 | 0.25 | 1 | 4 | 2 | NULL
--   'a' | 11 | 'r' | 20 | 0.5 | 0.25 | 1 | 4 | 2 | NULL
-- call:
select c.chunk, m.rollout_id from lexical_chunk as c inner join lexical_member as m on m.chunk = c.chunk;
-- expect:
--   1 | 300
