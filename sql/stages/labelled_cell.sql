-- name: labelled_cell
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts above zero of the yes/no features of an analysis whose sample names are row numbers.
-- params: analysis_id VARCHAR: analysis
-- returns: name, row, n
-- requires: feature, feature_count, rollout
-- portable: no
select f.name, r.sample_id::bigint as row, n.n
from rolloutdiff.feature_count as n
inner join rolloutdiff.feature as f on f.feature_id = n.feature_id
inner join rolloutdiff.rollout as r on r.rollout_id = n.rollout_id
where f.analysis_id = $analysis_id and f.kind = 'binary'
order by f.name, row;
