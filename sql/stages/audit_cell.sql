-- name: audit_cell
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts above zero of the features of an audit in one slice, over a range of steps; audit_column is an Arrow table of feature_id and place.
-- params: audit_id VARCHAR: audit; run VARCHAR: run; slice VARCHAR: slice; first_step BIGINT: first training step; last_step BIGINT: last training step
-- returns: rollout_id, place, n
-- requires: audit_rollout, feature_count
-- portable: no
select n.rollout_id, c.place, n.n
from rolloutdiff.feature_count as n
inner join audit_column as c on c.feature_id = n.feature_id
inner join rolloutdiff.audit_rollout as r on r.rollout_id = n.rollout_id
where
    r.audit_id = $audit_id and r.run = $run and r.slice = $slice and r.step between $first_step and $last_step
    and n.step between $first_step and $last_step and r.reward is not null
order by n.rollout_id, c.place;
