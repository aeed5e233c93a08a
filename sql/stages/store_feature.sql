-- name: store_feature
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Names the features of the analysis: the fixed ones, the admitted tokens, the reward and its parts, the figures of mismatch; in the order in which a run that grows comes to know them. What an earlier analysis of the run had keeps its number. fixed_feature is an Arrow table.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis that gives way to this one, NULL for none
-- returns: none
-- requires: feature, rollout
-- portable: no
insert into rolloutdiff.feature
with
-- one row per structural or shape token
held as (
    select t.name, sum(t.rollouts::bigint)::bigint as rollouts
    from token_count as t
    group by t.name
),
-- one row per fixed feature; an optional one that no completion shows is left out
fixed as (
    select x.tier, x.kind, x.name, x.unit, x.scale, coalesce(h.rollouts, 0) as document_frequency, 'fixed' as origin
    from fixed_feature as x
    left join held as h on h.name = x.name
    where not x.optional or h.rollouts > 0
),
-- one row per completion and reward part
part as (
    select unnest(map_keys(r.reward_parts)) as part_name, unnest(map_values(r.reward_parts)) as amount
    from rolloutdiff.rollout as r
    semi join run_rollout as a on a.rollout_id = r.rollout_id
),
-- one row per reward series
reward as (
    select
        'reward' as tier, 'continuous' as kind, 'reward:' || p.part_name as name, 'reward' as unit, 1 as scale,
        count(p.amount) as document_frequency, 'fixed' as origin
    from part as p
    where p.part_name <> 'total'
    group by p.part_name
    union all
    select 'reward', 'continuous', 'reward:total', 'reward', 1, count(r.reward), 'fixed'
    from rolloutdiff.rollout as r
    semi join run_rollout as a on a.rollout_id = r.rollout_id
),
-- one row per completion and figure of the difference between trainer and engine
figure as (
    select unnest(map_keys(r.mismatch)) as name, unnest(map_values(r.mismatch)) as amount
    from rolloutdiff.rollout as r
    semi join run_rollout as a on a.rollout_id = r.rollout_id
    where r.mismatch is not null
),
-- one row per figure
mismatch as (
    select 'mismatch:' || x.name as name, count(x.amount) as document_frequency
    from figure as x
    group by x.name
    having count(x.amount) > 0
),
-- one row per feature
candidate as (
    select f.tier, f.kind, f.name, f.unit, f.scale, f.document_frequency, f.origin, 0 as admitted_index from fixed as f
    union all
    select t.tier, 'binary', t.name, 'share', 1, t.document_frequency, 'vocabulary', t.admitted_index from admitted_token as t
    union all
    select w.tier, w.kind, w.name, w.unit, w.scale, w.document_frequency, w.origin, 0 from reward as w
    union all
    select
        'mismatch', 'continuous', m.name,
        case
            when m.name in ('mismatch:logprob_abs', 'mismatch:kl', 'mismatch:k3_kl', 'mismatch:log_ppl_diff', 'mismatch:log_ppl_abs')
                then 'nats'
            when starts_with(m.name, 'mismatch:prob_diff_') then 'probability'
            else 'ratio'
        end,
        1, m.document_frequency, 'fixed', 0
    from mismatch as m
)
select
    coalesce(
        b.feature_id,
        (select coalesce(max(f.feature_id), 0) from rolloutdiff.feature as f)
        + row_number() over (partition by b.feature_id is null order by c.admitted_index, c.tier, c.name)
    ) as feature_id,
    $analysis_id, c.tier, c.kind, c.name, c.unit, c.scale, c.document_frequency, c.origin, c.admitted_index
from candidate as c
left join rolloutdiff.feature as b on b.analysis_id = $earlier and b.name = c.name
order by 1;

create or replace temp table lexical_feature as
select substr(f.name, 5) as name, f.feature_id
from rolloutdiff.feature as f
where f.analysis_id = $analysis_id and f.tier = 'lexical';

drop table admitted_token;

drop table token_count;

drop table vocabulary_count;

drop table vocabulary_token;

drop table vocabulary_cell;

drop table vocabulary_member;
