-- name: store_audit_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the premium series of one run; slope_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_premium_series
-- portable: no
insert into rolloutdiff.audit_premium_series
select
    $audit_id, $run, x.slice, x.feature_id, x.step, x.slope, x.se, x.z, x.prompts, x.weight
from slope_row as x
order by x.slice, x.feature_id, x.step;
