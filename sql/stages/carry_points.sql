-- name: carry_points
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The points of the features that an earlier analysis had not, in a range of the steps taken over from it.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first step; last_step BIGINT: last step
-- returns: none
-- requires: series_point, step_mean_v1
-- portable: no
insert into rolloutdiff.series_point
select $analysis_id, m.feature_id, $run, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
from rolloutdiff.step_mean_v1($analysis_id, $run, $first_step, $last_step) as m
inner join carried_feature as c on c.feature_id = m.feature_id
where c.earlier_id is null;
