-- name: store_audit_risk
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the risk of the slices of one run; risk_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_slice_risk
-- portable: no
insert into rolloutdiff.audit_slice_risk
select
    $audit_id, $run, x.slice, x.span, x.outcome, x.rollouts, x.prompts, x.strength_single, x.strength_pair, x.risk,
    x.flag, x.status, x.top_single, x.top_pair, x.top_pair_other, x.onset_step, x.leads, x.reason
from risk_row as x
order by x.slice, x.span;
