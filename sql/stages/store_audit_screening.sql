-- name: store_audit_screening
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the verdicts on the premium series of one run; screened_premium is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_premium_screening
-- portable: no
insert into rolloutdiff.audit_premium_screening
select
    $audit_id, $run, x.slice, x.rule, x.feature_id, x.status, x.reason, x.baseline_mean, x.baseline_sd,
    x.onset_step, x.alert_step, x.direction, x.statistic, x.threshold, x.p_value, x.e_value, x.change
from screened_premium as x
order by x.slice, x.rule, x.feature_id;
