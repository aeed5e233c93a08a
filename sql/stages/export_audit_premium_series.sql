-- name: export_audit_premium_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_premium_series of one audit as JSON objects, in the order of the report: of features whose premium changed, is paid or overpaid, or is the largest of its slice.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_audit_premium, report_audit_premium_screening, report_audit_premium_series, report_audit_slice_risk
-- portable: no
with
-- one row per slice and feature to show
chosen as (
    select s.run, s.slice, s.feature
    from rolloutdiff.report_audit_premium_screening as s
    where s.audit_id = $audit_id and s.status = 'alert'
    union
    select p.run, p.slice, p.feature
    from rolloutdiff.report_audit_premium as p
    where p.audit_id = $audit_id and p.kind = 'single' and p.status <> 'none'
    union
    select k.run, k.slice, k.top_single as feature
    from rolloutdiff.report_audit_slice_risk as k
    where k.audit_id = $audit_id and k.leads
)
select to_json(r)::varchar as row_json
from (
    select v.* replace (rolloutdiff.public_name_v1(v.feature, $hash_features) as feature)
    from rolloutdiff.report_audit_premium_series as v
    inner join chosen as c on c.run = v.run and c.slice = v.slice and c.feature = v.feature
    where v.audit_id = $audit_id
) as r
order by r.run, r.slice, r.feature, r.step;
