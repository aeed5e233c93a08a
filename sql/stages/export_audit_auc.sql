-- name: export_audit_auc
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_auc of one audit as JSON objects, in the order of the report.
-- params: audit_id VARCHAR: audit
-- returns: row_json
-- requires: report_audit_auc
-- portable: no
select to_json(r)::varchar as row_json
from rolloutdiff.report_audit_auc as r
where r.audit_id = $audit_id
order by r.truth_sha256;
