-- name: audit_row
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Completions of one slice that can be compared, over a range of steps, in a fixed order.
-- params: audit_id VARCHAR: audit; run VARCHAR: run; slice VARCHAR: slice; first_step BIGINT: first training step; last_step BIGINT: last training step
-- returns: rollout_id, step, group_no, prompt_no, reward, gold
-- requires: audit_rollout
-- portable: no
select r.rollout_id, r.step, r.group_no, r.prompt_no, r.reward, r.gold
from rolloutdiff.audit_rollout as r
where
    r.audit_id = $audit_id and r.run = $run and r.slice = $slice and r.step between $first_step and $last_step
    and r.reward is not null
order by r.step, r.group_no, r.rollout_id;
