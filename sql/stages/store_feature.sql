-- name: store_feature
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Names the features of the analysis: the fixed ones, the structural and lexical vocabulary, the reward and its parts; fixed_feature is an Arrow table.
-- params: analysis_id VARCHAR: analysis; vocabulary_size INTEGER: most features per tier; min_document_frequency INTEGER: fewest rollouts that hold a token
-- returns: none
-- requires: feature, rollout
-- portable: no
insert into rolloutdiff.feature
with
-- one row per fixed feature
fixed as (
    select x.tier, x.kind, x.name, x.unit, x.scale, coalesce(t.document_frequency, 0) as document_frequency, 'fixed' as origin
    from fixed_feature as x
    left join token_frequency as t on t.name = x.name
),
-- one row per structural token that is not fixed, most frequent first
structural as (
    select
        'ast' as tier, 'binary' as kind, t.name, 'share' as unit, 1 as scale, t.document_frequency, 'vocabulary' as origin,
        row_number() over (order by t.document_frequency desc, t.name) as place
    from token_frequency as t
    where starts_with(t.name, 'ast:') and t.document_frequency >= $min_document_frequency and t.name not in (select x.name from fixed_feature as x)
),
-- one row per chosen n-gram
lexical as (
    select 'lexical' as tier, 'binary' as kind, 'lex:' || v.name as name, 'share' as unit, 1 as scale, v.document_frequency, 'vocabulary' as origin
    from lexical_vocabulary as v
    where v.document_frequency >= $min_document_frequency
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
-- one row per feature
candidate as (
    select f.tier, f.kind, f.name, f.unit, f.scale, f.document_frequency, f.origin from fixed as f
    union all
    select s.tier, s.kind, s.name, s.unit, s.scale, s.document_frequency, s.origin from structural as s
    where s.place <= $vocabulary_size - (select count(*) from fixed_feature as x where x.tier = 'ast')
    union all
    select l.tier, l.kind, l.name, l.unit, l.scale, l.document_frequency, l.origin from lexical as l
    union all
    select w.tier, w.kind, w.name, w.unit, w.scale, w.document_frequency, w.origin from reward as w
)
select
    (select coalesce(max(f.feature_id), 0) from rolloutdiff.feature as f) + row_number() over (order by c.tier, c.name) as feature_id,
    $analysis_id, c.tier, c.kind, c.name, c.unit, c.scale, c.document_frequency, c.origin
from candidate as c
order by 1;

create or replace temp table lexical_feature as
select substr(f.name, 5) as name, f.feature_id
from rolloutdiff.feature as f
where f.analysis_id = $analysis_id and f.tier = 'lexical';
