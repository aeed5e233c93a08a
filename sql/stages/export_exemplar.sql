-- name: export_exemplar
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_exemplar of one analysis as JSON objects, in the order of the report.
-- params: analysis_id VARCHAR: analysis
-- returns: row_json
-- requires: report_exemplar
-- portable: no
select to_json(r)::varchar as row_json
from rolloutdiff.report_exemplar as r
where r.analysis_id = $analysis_id
order by r.run, r.event_rank, r.feature, r.role, r.step, r.sample_id;
