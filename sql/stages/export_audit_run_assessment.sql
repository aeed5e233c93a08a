-- name: export_audit_run_assessment
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of report_audit_run_assessment of one audit as JSON objects, in the order of the report; what stands against a run names its markers, which are hidden too.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: public_name_v1, report_audit_run_assessment
-- portable: no
with
-- one row per slice and issue of it, in its place
issue as (
    select v.run, v.slice, unnest(v.issues) as text, generate_subscripts(v.issues, 1) as place
    from rolloutdiff.report_audit_run_assessment as v
    where v.audit_id = $audit_id
),
-- one row per run and marker: the name that issues call it, and the name to show
marker as (
    select distinct
        v.run, v.marker as name,
        array_to_string(list_transform(string_split(v.marker, ' & '), lambda p: rolloutdiff.public_name_v1(p, $hash_features)), ' & ') as shown
    from rolloutdiff.report_audit_run_assessment as v
    where v.audit_id = $audit_id and v.marker is not null
),
-- one row per issue: the longest marker that it names, NULL for none
named as (
    select i.run, i.slice, i.place, i.text, max_by(m.name, length(m.name)) as name, max_by(m.shown, length(m.name)) as shown
    from issue as i
    left join marker as m
        on m.run = i.run
        and (contains(i.text, 'overpaid ' || m.name || ' rose') or contains(i.text, 'whether ' || m.name || ' rose'))
    group by i.run, i.slice, i.place, i.text
),
-- one row per slice: its issues as they are shown
listed as (
    select n.run, n.slice, list(coalesce(replace(n.text, n.name, n.shown), n.text) order by n.place) as issues
    from named as n
    group by n.run, n.slice
)
select to_json(r)::varchar as row_json
from (
    select v.* replace (
        array_to_string(list_transform(string_split(v.marker, ' & '), lambda p: rolloutdiff.public_name_v1(p, $hash_features)), ' & ') as marker,
        coalesce(l.issues, v.issues) as issues
    )
    from rolloutdiff.report_audit_run_assessment as v
    left join listed as l on l.run = v.run and l.slice = v.slice
    where v.audit_id = $audit_id
) as r
order by r.run, r.slice;
