-- name: half_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of a range of steps to the series counted from text, on each half of the prompts.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step; first_feature INTEGER: features with a lower number are left out
-- returns: none
-- requires: feature, split_step_mean_v1
-- portable: yes
insert into half_point
select $run, m.part, m.feature_id, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
from rolloutdiff.split_step_mean_v1($analysis_id, $run, $first_step, $last_step, true) as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
where f.tier <> 'mismatch' and m.feature_id >= $first_feature;
