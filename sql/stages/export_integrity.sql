-- name: export_integrity
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_integrity of one analysis as JSON objects, in the order of the report.
-- params: analysis_id VARCHAR: analysis
-- returns: row_json
-- requires: report_integrity
-- portable: no
select to_json(r)::varchar as row_json
from rolloutdiff.report_integrity as r
where r.analysis_id = $analysis_id
order by r.run, r.severity desc, r.code, r.first_step, r.message;
