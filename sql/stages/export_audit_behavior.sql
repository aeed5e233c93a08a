-- name: export_audit_behavior
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Mean occurrences per completion of the features of the premium series that are shown, by slice and step, as JSON objects; completions are averaged inside prompts first, and prompts weigh alike.
-- params: audit_id VARCHAR: audit; hash_features BOOLEAN: hide names that come from completions
-- returns: row_json
-- requires: audit, audit_rollout, feature, feature_count, public_name_v1, report_audit_premium, report_audit_premium_screening, report_audit_slice_risk
-- portable: no
with
-- one row per slice and feature to show
chosen as (
    select s.run, s.slice, s.feature
    from rolloutdiff.report_audit_premium_screening as s
    where s.audit_id = $audit_id and s.status = 'alert'
    union
    select p.run, p.slice, p.feature
    from rolloutdiff.report_audit_premium as p
    where p.audit_id = $audit_id and p.kind = 'single' and p.status <> 'none'
    union
    select k.run, k.slice, k.top_single as feature
    from rolloutdiff.report_audit_slice_risk as k
    where k.audit_id = $audit_id and k.leads
),
-- one row per feature to show and prompt of a step: completions and occurrences
prompt_count as (
    select c.run, c.slice, c.feature, r.step, r.prompt_no, count(*) as completions, sum(coalesce(n.n, 0)::bigint) as occurrences
    from chosen as c
    inner join rolloutdiff.audit as a on a.audit_id = $audit_id
    inner join rolloutdiff.feature as f on f.analysis_id = a.analysis_id and f.name = c.feature
    inner join rolloutdiff.audit_rollout as r on r.audit_id = a.audit_id and r.run = c.run and r.slice = c.slice
    left join rolloutdiff.feature_count as n on n.feature_id = f.feature_id and n.rollout_id = r.rollout_id
    group by c.run, c.slice, c.feature, r.step, r.prompt_no
),
-- one row per feature to show and step
step_mean as (
    select p.run, p.slice, p.feature, p.step, sum(p.occurrences / p.completions order by p.prompt_no) / count(*) as mean
    from prompt_count as p
    group by p.run, p.slice, p.feature, p.step
)
select to_json(r)::varchar as row_json
from (
    select v.run, v.slice, rolloutdiff.public_name_v1(v.feature, $hash_features) as feature, v.step, round(v.mean, 6) as mean
    from step_mean as v
) as r
order by r.run, r.slice, r.feature, r.step;
