-- name: carry_halves
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes over the points of the features of an analysis on each half of the prompts; kept_half is an Arrow table of those that are known.
-- params: analysis_id VARCHAR: analysis; last_step BIGINT: last step that is taken over
-- returns: none
-- requires: feature
-- portable: no
insert into half_point
select k.run, k.part, k.feature_id, k.step, k.mean, k.se, k.prompts, k.samples, k.positives, k.within_sd
from kept_half as k
semi join (select f.feature_id from rolloutdiff.feature as f where f.analysis_id = $analysis_id) as f on f.feature_id = k.feature_id
where k.step <= $last_step;
