-- name: export_audit_premium_screening
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_premium_screening of one audit as JSON objects, in the order of the report.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_audit_premium_screening
-- portable: no
select to_json(r)::varchar as row_json
from (
    select v.* replace (
        rolloutdiff.public_name_v1(v.feature, $hash_features) as feature
    )
    from rolloutdiff.report_audit_premium_screening as v
    where v.audit_id = $audit_id
) as r
order by r.run, r.slice, r.rule, r.feature;
