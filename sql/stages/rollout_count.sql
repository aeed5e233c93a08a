-- name: rollout_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Number of rollouts in the warehouse.
-- params: none
-- returns: rollouts
-- requires: rollout
-- portable: no
select count(*) as rollouts
from rolloutdiff.rollout as r;
