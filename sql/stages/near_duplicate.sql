-- name: near_duplicate
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Pairs of rising alerts that are shown by nearly the same completions.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; window_steps BIGINT: largest distance of the onsets; min_jaccard DOUBLE: smallest overlap
-- returns: run, feature_a, feature_b
-- requires: jaccard_v1
-- portable: no
select j.run, j.feature_a, j.feature_b
from rolloutdiff.jaccard_v1($analysis_id, $rule, $window_steps) as j
where j.jaccard >= $min_jaccard
order by j.run, j.feature_a, j.feature_b;
