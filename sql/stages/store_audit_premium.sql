-- name: store_audit_premium
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the premiums of one run; premium_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_premium
-- portable: no
insert into rolloutdiff.audit_premium
select
    $audit_id, $run, x.slice, x.span, x.outcome, x.kind, x.feature_id, x.other_id, x.support_rollouts,
    x.support_prompts, x.raw_premium, x.premium, x.se, x.t, x.crit, x.lower, x.placebo_p, x.effect_rm, x.strength,
    x.status, x.shadow_of, x.reason
from premium_row as x
order by x.slice, x.span, x.outcome, x.kind, x.feature_id, x.other_id;
