-- name: mismatch_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of a range of steps to every series taken from token log-probabilities.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step; first_feature INTEGER: features with a lower number are left out
-- returns: none
-- requires: mismatch_step_mean_v1, series_point
-- portable: no
insert into rolloutdiff.series_point
select $analysis_id, x.feature_id, $run, x.step, x.mean, x.se, x.prompts, x.samples, x.positives, x.within_sd
from rolloutdiff.mismatch_step_mean_v1($analysis_id, $run, $first_step, $last_step, false) as x
where x.feature_id >= $first_feature;
