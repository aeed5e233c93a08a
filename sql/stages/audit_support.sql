-- name: audit_support
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Features that enough completions and prompts of a run show in some slice, among completions that can be compared.
-- params: run VARCHAR: run; min_rollouts BIGINT: fewest completions; min_prompts BIGINT: fewest prompts
-- returns: feature_id, name, kind, tier_place
-- requires: feature_count
-- portable: no
with
-- one row per feature and slice
support as (
    select n.feature_id, e.slice, count(*) as rollouts, count(distinct e.prompt_no) as prompts
    from rolloutdiff.feature_count as n
    inner join audit_excess as e on e.rollout_id = n.rollout_id
    where e.run = $run and e.outcome = 'reward' and n.feature_id in (select f.feature_id from audit_feature as f)
    group by n.feature_id, e.slice
)
select f.feature_id, f.name, f.kind, f.tier_place
from audit_feature as f
where exists (
    select 1
    from support as s
    where s.feature_id = f.feature_id and s.rollouts >= $min_rollouts and s.prompts >= $min_prompts
)
order by f.name;
