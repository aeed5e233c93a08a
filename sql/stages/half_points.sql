-- name: half_points
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: All points on each half of the prompts.
-- params: none
-- returns: run, part, feature_id, step, mean, se, prompts, samples, positives, within_sd
-- requires: none
-- portable: no
select p.run, p.part, p.feature_id, p.step, p.mean, p.se, p.prompts, p.samples, p.positives, p.within_sd
from half_point as p;
