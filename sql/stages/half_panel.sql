-- name: half_panel
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: All points of one run on one half of the prompts, for the detectors.
-- params: run VARCHAR: run; part INTEGER: half of the prompts
-- returns: feature_id, is_binary, step, mean, se, prompts, samples, positives, within_sd
-- requires: feature
-- portable: no
select p.feature_id, f.kind = 'binary' as is_binary, p.step, p.mean, p.se, p.prompts, p.samples, p.positives, p.within_sd
from half_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
where p.run = $run and p.part = $part
order by p.feature_id, p.step;
