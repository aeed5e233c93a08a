-- name: audit_value_row
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Completions of a run whose gold, policy and target log-probability are known, in a fixed order.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: slice, gold, behavior, target
-- requires: audit_rollout
-- portable: no
select r.slice, r.gold, coalesce(r.logprob, r.ref_logprob) as behavior, r.target_logprob as target
from rolloutdiff.audit_rollout as r
where
    r.audit_id = $audit_id and r.run = $run and r.gold is not null
    and r.target_logprob is not null and (r.logprob is not null or r.ref_logprob is not null)
order by r.slice, r.step, r.group_no, r.rollout_id;
