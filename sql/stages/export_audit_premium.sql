-- name: export_audit_premium
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_premium of one audit as JSON objects, in the order of the report: those paid or overpaid, and the largest of every slice, span, outcome and kind.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions; most BIGINT: rows per slice, span, outcome and kind
-- returns: row_json
-- requires: public_name_v1, report_audit_premium
-- portable: no
with
-- one row per premium, with its place among those of its kind
placed as (
    select
        r.audit_id, r.run, r.slice, r.span, r.outcome, r.kind, r.feature, to_json(r)::varchar as row_json,
        r.feature is null or r.status <> 'none' or row_number() over (
            partition by r.run, r.slice, r.span, r.outcome, r.kind
            order by coalesce(r.strength, 0) desc, abs(coalesce(r.t, 0)) desc, r.feature
        ) <= $most as shown
    from (
        select v.* replace (
            array_to_string(list_transform(string_split(v.feature, ' & '), lambda p: rolloutdiff.public_name_v1(p, $hash_features)), ' & ') as feature,
            rolloutdiff.public_name_v1(v.shadow_of, $hash_features) as shadow_of
        )
        from rolloutdiff.report_audit_premium as v
        where v.audit_id = $audit_id
    ) as r
)
select p.row_json
from placed as p
where p.shown
order by p.run, p.slice, p.span, p.outcome, p.kind, p.feature;
