-- name: carry_order
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the features of an analysis whose numbers are not in the order in which it would number them had there been no earlier one.
-- params: analysis_id VARCHAR: analysis
-- returns: features: how many they are
-- requires: feature
-- portable: no
select count(*) as features
from (
    select f.feature_id, lag(f.feature_id) over (order by f.admitted_index, f.tier, f.name) as before
    from rolloutdiff.feature as f
    where f.analysis_id = $analysis_id
) as o
where o.before > o.feature_id;
