-- name: audit_sources
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Columns that an audit can use, and in how many rollouts they have a value: columns of table rollout, reward parts, and keys of extras.
-- params: analysis_id VARCHAR: analysis
-- returns: source, name, filled
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per rollout of the analysis
completion as (
    select r.slice, r.split, r.gold, r.logprob, r.ref_logprob, r.target_logprob, r.reward_parts, r.extras
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row: how many rollouts have each canonical column
filled as (
    select
        count(c.slice) as slices, count(c.split) as splits, count(c.gold) as golds, count(c.logprob) as logprobs,
        count(c.ref_logprob) as ref_logprobs, count(c.target_logprob) as target_logprobs
    from completion as c
),
-- one row per rollout and reward part or key of extras, with a value or without
entry as (
    select 'part' as source, unnest(map_keys(c.reward_parts)) as name, unnest(map_values(c.reward_parts)) is not null as has_value
    from completion as c
    union all
    select
        'extra' as source,
        unnest(json_keys(c.extras)) as name,
        unnest(list_transform(json_extract(c.extras, '$.*'), lambda v: json_type(v) <> 'NULL')) as has_value
    from completion as c
),
-- one row per column
counted as (
    select 'column' as source, 'slice' as name, f.slices as filled
    from filled as f
    union all
    select 'column' as source, 'split' as name, f.splits as filled
    from filled as f
    union all
    select 'column' as source, 'gold' as name, f.golds as filled
    from filled as f
    union all
    select 'column' as source, 'logprob' as name, f.logprobs as filled
    from filled as f
    union all
    select 'column' as source, 'ref_logprob' as name, f.ref_logprobs as filled
    from filled as f
    union all
    select 'column' as source, 'target_logprob' as name, f.target_logprobs as filled
    from filled as f
    union all
    select e.source, e.name, count(*) filter (where e.has_value) as filled
    from entry as e
    group by e.source, e.name
)
select c.source, c.name, c.filled
from counted as c
order by c.source, c.name;
