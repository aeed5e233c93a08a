-- name: export_shift
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_shift of one analysis as JSON objects, in the order of the report.
-- params: analysis_id VARCHAR: analysis; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_shift
-- portable: no
select to_json(r)::varchar as row_json
from (
    select v.* replace (rolloutdiff.public_name_v1(v.feature, $hash_features) as feature)
    from rolloutdiff.report_shift as v
    where v.analysis_id = $analysis_id
) as r
order by r.run, r.rule, r.tier, r.feature, r.place;
