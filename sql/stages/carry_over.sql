-- name: carry_over
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Hands the counts and points of an earlier analysis on to the one it gives way to, but for those of later steps and of features that this one has not, and leaves only later rollouts to be counted.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over
-- returns: none
-- requires: feature, feature_count, series_point
-- portable: no
create or replace temp table lost_feature as
select b.feature_id
from rolloutdiff.feature as b
anti join rolloutdiff.feature as f on f.analysis_id = $analysis_id and f.feature_id = b.feature_id
where b.analysis_id = $earlier;

delete from rolloutdiff.feature_count as n
where n.feature_id in (select l.feature_id from lost_feature as l);

delete from rolloutdiff.feature_count as n
where n.step > $last_step and n.feature_id in (select b.feature_id from rolloutdiff.feature as b where b.analysis_id = $earlier);

delete from rolloutdiff.series_point as p
where
    p.analysis_id = $earlier
    and (p.step > $last_step or p.feature_id in (select l.feature_id from lost_feature as l));

update rolloutdiff.series_point as p
set analysis_id = $analysis_id
where p.analysis_id = $earlier;

delete from rolloutdiff.feature as b
where b.analysis_id = $earlier;

delete from lexical_member as m
where m.step <= $last_step;

delete from lexical_chunk as c
where c.chunk not in (select m.chunk from lexical_member as m);

drop table lost_feature;
