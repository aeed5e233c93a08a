-- name: export_event
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_event of one analysis as JSON objects, in the order of the report.
-- params: analysis_id VARCHAR: analysis; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_event
-- portable: no
select to_json(r)::varchar as row_json
from (
    select
        v.* replace (
            case
                when not $hash_features then v.name
                when rolloutdiff.public_name_v1(v.lead_feature, true) <> v.lead_feature
                    then 'behaviour '
                    || left(split_part(rolloutdiff.public_name_v1(v.lead_feature, true), ':h', 2), 4)
                    || ' (tier ' || v.lead_tier || ')'
                when v.members = 1 then v.name
                else 'behaviour ' || v.lead_feature
            end as name,
            rolloutdiff.public_name_v1(v.lead_feature, $hash_features) as lead_feature
        )
    from rolloutdiff.report_event as v
    where v.analysis_id = $analysis_id
) as r
order by r.run, r.rule, r.event_rank;
