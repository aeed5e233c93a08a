-- name: merge_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the rollouts of one part of a dump behind those that are there; part_row is an Arrow stream of them.
-- params: after BIGINT: last rollout of the parts before
-- returns: none
-- requires: rollout
-- portable: no
insert into rolloutdiff.rollout
select
    x.rollout_id + $after, x.run, x.step, x.sample_id, x.prompt_id, x.prompt, x.response, x.reward,
    x.group_id, x.split, x.reward_parts, x.extras::json, x.source_file, x.source_row, x.slice,
    x.gold, x.logprob, x.ref_logprob, x.target_logprob, x.mismatch, x.mismatch_fault
from part_row as x;
