-- name: export_audit_divergence
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_divergence of one audit as JSON objects, in the order of the report.
-- params: audit_id VARCHAR: audit
-- returns: row_json
-- requires: report_audit_divergence
-- portable: no
select to_json(r)::varchar as row_json
from rolloutdiff.report_audit_divergence as r
where r.audit_id = $audit_id
order by r.run, r.slice, r.step;
