-- name: carry_over
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Copies counts and points of the features that an earlier analysis had, and leaves only later rollouts to be counted.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over
-- returns: none
-- requires: feature_count, series_point
-- portable: no
insert into rolloutdiff.feature_count
select c.feature_id, n.rollout_id, n.step, n.n
from rolloutdiff.feature_count as n
inner join carried_feature as c on c.earlier_id = n.feature_id
where n.step <= $last_step;

insert into rolloutdiff.series_point
select $analysis_id, c.feature_id, p.run, p.step, p.mean, p.se, p.prompts, p.samples, p.positives, p.within_sd
from rolloutdiff.series_point as p
inner join carried_feature as c on c.earlier_id = p.feature_id
where p.analysis_id = $earlier and p.step <= $last_step;

delete from lexical_member as m
where m.step <= $last_step;

delete from lexical_chunk as c
where c.chunk not in (select m.chunk from lexical_member as m);

drop table carried_feature;
