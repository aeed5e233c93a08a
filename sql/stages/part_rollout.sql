-- name: part_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: All rollouts of a warehouse that is merged into another, in their order.
-- params: none
-- returns: the columns of rollout
-- requires: rollout
-- portable: no
select
    r.rollout_id, r.run, r.step, r.sample_id, r.prompt_id, r.prompt, r.response, r.reward,
    r.group_id, r.split, r.reward_parts, r.extras, r.source_file, r.source_row, r.slice, r.gold,
    r.logprob, r.ref_logprob, r.target_logprob, r.mismatch, r.mismatch_fault
from rolloutdiff.rollout as r
order by r.rollout_id;
