-- name: shard_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table of the rollouts whose texts are to be extracted: all that a part of a dump holds.
-- params: none
-- returns: none
-- requires: rollout
-- portable: no
create or replace temp table run_rollout as
select r.rollout_id, r.run, r.step, r.prompt_id
from rolloutdiff.rollout as r
order by r.rollout_id;
