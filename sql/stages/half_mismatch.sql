-- name: half_mismatch
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of a range of steps to the series taken from token log-probabilities, on each half of the prompts.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step; first_feature INTEGER: features with a lower number are left out
-- returns: none
-- requires: mismatch_step_mean_v1
-- portable: no
insert into half_point
select $run, x.part, x.feature_id, x.step, x.mean, x.se, x.prompts, x.samples, x.positives, x.within_sd
from rolloutdiff.mismatch_step_mean_v1($analysis_id, $run, $first_step, $last_step, true) as x
where x.feature_id >= $first_feature;
