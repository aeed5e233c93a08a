-- name: export_audit_slice_risk
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_slice_risk of one audit as JSON objects, in the order of the report.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_audit_slice_risk
-- portable: no
select to_json(r)::varchar as row_json
from (
    select v.* replace (
        rolloutdiff.public_name_v1(v.top_single, $hash_features) as top_single,
        array_to_string(list_transform(string_split(v.top_pair, ' & '), lambda p: rolloutdiff.public_name_v1(p, $hash_features)), ' & ') as top_pair
    )
    from rolloutdiff.report_audit_slice_risk as v
    where v.audit_id = $audit_id
) as r
order by r.run, r.slice, r.span, r.outcome;
