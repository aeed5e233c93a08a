-- name: series_panel
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: All points of one run, for the detectors.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: feature_id, is_binary, step, mean, se, prompts, samples, positives, within_sd, admitted_index
-- requires: feature, series_point
-- portable: no
select p.feature_id, f.kind = 'binary' as is_binary, p.step, p.mean, p.se, p.prompts, p.samples, p.positives, p.within_sd, f.admitted_index
from rolloutdiff.series_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
where p.analysis_id = $analysis_id and p.run = $run
order by p.feature_id, p.step;
