-- name: cons_explain
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Looks for what lies between every suspect and the last pair before it that agrees: makes the temporary table c_suspect.
-- params: compat BOOLEAN: profile compat
-- returns: none
-- requires: cons_classification_v1
-- portable: no
create or replace temp table c_suspect as
with
-- one row per pair, with the pairs of its layer before and after it
around as (
    select
        m.*,
        max(case when m.output_consistency = 'aligned' then m.pair_ord end) over (
            partition by m.layer_index, m.block order by m.pair_ord
            rows between unbounded preceding and 1 preceding
        ) as boundary_ord,
        lead(case when m.output_consistency <> 'missing' then m.output_consistency end ignore nulls) over (
            partition by m.layer_index order by m.pair_ord
        ) as next_output
    from c_module as m
),
-- one row per suspect, with the places between which to look
suspected as (
    select
        a.pair_ord,
        a.module_bucket,
        a.module_priority_rank,
        a.container,
        a.boundary_ord,
        a.next_output,
        b.train_ord as train_first,
        a.train_ord as train_last,
        b.rollout_ord as rollout_first,
        a.rollout_ord as rollout_last
    from around as a
    left join c_module as b on b.pair_ord = a.boundary_ord
    where a.module_priority_rank <= 2 and a.skip_reason is null
),
-- one row per key without a peer
lonely as (
    select k.side, k.ord, k.module_key, k.act
    from c_key as k
    where
        (k.side = 'train' and k.ord not in (select p.train_ord from c_pair as p))
        or (k.side = 'rollout' and k.module_key not in (select p.rollout_key from c_pair as p))
),
-- one row per suspect with such keys of training in between
of_train as (
    select
        s.pair_ord,
        list(n.module_key order by n.ord) as module_keys,
        list(n.module_key order by n.ord) filter (where n.act) as acts
    from suspected as s
    inner join lonely as n on n.side = 'train' and n.ord > s.train_first and n.ord < s.train_last
    group by s.pair_ord
),
-- one row per suspect with such keys of the rollout in between
of_rollout as (
    select
        s.pair_ord,
        list(n.module_key order by n.ord) as module_keys,
        list(n.module_key order by n.ord) filter (where n.act) as acts
    from suspected as s
    inner join lonely as n on n.side = 'rollout' and n.ord > s.rollout_first and n.ord < s.rollout_last
    group by s.pair_ord
),
-- one row per suspect, with its class
told as (
    select
        s.*,
        coalesce(t.module_keys, []) as unmatched_train,
        coalesce(r.module_keys, []) as unmatched_rollout,
        coalesce(r.acts, []) as missing_train_activation,
        coalesce(t.acts, []) as missing_rollout_activation,
        rolloutdiff.cons_classification_v1(s.module_bucket, r.acts is not null, t.acts is not null) as told
    from suspected as s
    left join of_train as t on t.pair_ord = s.pair_ord
    left join of_rollout as r on r.pair_ord = s.pair_ord
)
select
    row_number() over (
        order by
            t.told.classification <> 'missing_or_extra_op_between_aligned_boundary', t.container, t.module_priority_rank, t.pair_ord
    ) as place,
    t.pair_ord,
    t.told.classification as classification,
    t.told.rationale_code as rationale_code,
    t.boundary_ord,
    t.unmatched_train,
    t.unmatched_rollout,
    t.missing_train_activation,
    t.missing_rollout_activation,
    case when not $compat then t.next_output = 'aligned' end as realigns_after,
    case when not $compat then case when t.next_output = 'aligned' then 'low' else 'high' end end as confidence
from told as t;
