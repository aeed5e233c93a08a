-- name: alert_overlap
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Overlap of every pair of yes/no alerts of one direction with close onsets.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; window_steps BIGINT: largest distance of the onsets in logged steps
-- returns: run, feature_a, feature_b, jaccard
-- requires: jaccard_v1
-- portable: no
select j.run, j.feature_a, j.feature_b, coalesce(j.jaccard, 0.0) as jaccard
from rolloutdiff.jaccard_v1($analysis_id, $rule, $window_steps) as j
order by j.run, j.feature_a, j.feature_b;
