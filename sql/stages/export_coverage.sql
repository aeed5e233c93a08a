-- name: export_coverage
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_coverage of one analysis as JSON objects, in the order of the report.
-- params: analysis_id VARCHAR: analysis
-- returns: row_json
-- requires: report_coverage
-- portable: no
select to_json(r)::varchar as row_json
from rolloutdiff.report_coverage as r
where r.analysis_id = $analysis_id
order by r.run, r.column_name;
