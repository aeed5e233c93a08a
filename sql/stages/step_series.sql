-- name: step_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of a range of steps to every series counted from text or taken from token log-probabilities.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step
-- returns: none
-- requires: feature, mismatch_step_mean_v1, series_point, step_mean_v1
-- portable: no
insert into rolloutdiff.series_point
select $analysis_id, m.feature_id, $run, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
from rolloutdiff.step_mean_v1($analysis_id, $run, $first_step, $last_step) as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
where f.tier <> 'mismatch'
union all
select $analysis_id, x.feature_id, $run, x.step, x.mean, x.se, x.prompts, x.samples, x.positives, x.within_sd
from rolloutdiff.mismatch_step_mean_v1($analysis_id, $run, $first_step, $last_step, false) as x;
