-- name: step_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of a range of steps to every series counted from text.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step; first_feature INTEGER: features with a lower number are left out
-- returns: none
-- requires: feature, series_point, step_mean_v1
-- portable: yes
insert into rolloutdiff.series_point
select $analysis_id, m.feature_id, $run, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
from rolloutdiff.step_mean_v1($analysis_id, $run, $first_step, $last_step) as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
where f.tier <> 'mismatch' and m.feature_id >= $first_feature;
