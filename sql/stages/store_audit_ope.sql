-- name: store_audit_ope
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the values of the target policy on the slices of one run; valued_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_ope
-- portable: no
insert into rolloutdiff.audit_ope
select
    $audit_id, $run, x.slice, x.target, x.n, x.ref_mean, x.snips, x.ess, x.gain, x.ci_lo, x.ci_hi, x.direct,
    x.residual_adjusted, x.verdict, x.reason
from valued_row as x
order by x.place;
