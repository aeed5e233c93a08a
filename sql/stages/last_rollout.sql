-- name: last_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Number of the last rollout in the warehouse; 0 where there is none.
-- params: none
-- returns: rollout_id
-- requires: rollout
-- portable: no
select coalesce(max(r.rollout_id), 0) as rollout_id
from rolloutdiff.rollout as r;
