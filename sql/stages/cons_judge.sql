-- name: cons_judge
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Says what the tensors of every pair say together: makes the temporary tables c_value and c_module.
-- params: compat BOOLEAN: profile compat
-- returns: none
-- requires: cons_bucket_rank_v1, cons_bucket_v1, cons_fused_v1, cons_input_v1, cons_struct_reason_v1
-- portable: no
create or replace temp table c_value as
with
-- one row per tensor that is no named input, and whether the outputs of its pair agree
placed as (
    select
        s.*,
        row_number() over (partition by s.pair_ord order by s.grp, s.compat_subset desc, s.pos, s.slot) as slot_ord,
        coalesce(
            bool_or(s.numeric_consistency = 'match') filter (where s.grp = 1) over (partition by s.pair_ord)
            and not bool_or(s.numeric_consistency = 'mismatch') filter (where s.grp = 1) over (partition by s.pair_ord),
            false
        ) as output_agrees
    from c_slot as s
    where s.grp <= 3
),
-- one row per tensor, and whether it is a parameter that differs without an effect
told as (
    select p.*, p.grp = 3 and p.numeric_consistency = 'mismatch' and p.output_agrees as harmless
    from placed as p
)
select
    t.* exclude (priority_rank, priority_bucket, value_status, output_agrees, harmless),
    case when t.harmless then 5 else t.priority_rank end as priority_rank,
    case when t.harmless then 'parameter_mismatch_output_aligned' else t.priority_bucket end as priority_bucket,
    case when t.harmless then 'info' else t.value_status end as value_status
from told as t;

create or replace temp table c_module as
with
-- one row per pair and kind of tensor: outputs, arguments, parameters
kind as (
    select
        v.pair_ord,
        v.grp,
        case
            when bool_or(v.numeric_consistency = 'mismatch') then 'mismatch'
            when bool_or(v.numeric_consistency = 'match') then 'aligned'
            else 'missing'
        end as status,
        arg_min(v.priority_bucket, v.priority_rank * 1000000 + v.slot_ord) as bucket
    from c_value as v
    group by v.pair_ord, v.grp
),
-- one row per pair: its named inputs
named as (
    select
        s.pair_ord,
        list(s.slot order by s.slot) filter (where s.comparable) as compared,
        list(s.slot order by s.slot) filter (where not s.on_train) as missing_train,
        list(s.slot order by s.slot) filter (where not s.on_rollout) as missing_rollout,
        bool_or(s.numeric_consistency = 'mismatch') as differs,
        bool_or(s.numeric_consistency = 'match') as agrees,
        max(
            case s.shape_relation
                when 'exact_match' then 0 when 'singleton_compatible_numel_match' then 1 when 'numel_match' then 2
                when 'numel_mismatch' then 3 else 4
            end
        ) filter (where s.comparable) as farthest
    from c_slot as s
    where s.grp = 4
    group by s.pair_ord
),
-- one row per path of training that modules of other pairs lie inside
inside as (
    select distinct array_to_string(p.parts[1:u.depth], '.') as path
    from (
        select distinct string_split(k.path, '.') as parts
        from c_key as k
        inner join c_pair as q on q.train_ord = k.ord
        where k.side = 'train' and k.path is not null and not $compat
    ) as p,
        unnest(range(1, len(p.parts))) as u(depth)
),
-- one row per pair: its statuses
status as (
    select
        p.pair_ord,
        p.train_ord,
        p.rollout_ord,
        p.train_key,
        p.rollout_key,
        k.layer_index,
        k.block,
        coalesce(o.status, 'missing') as output_consistency,
        coalesce(o.bucket, 'missing_compare_target') as output_priority_bucket,
        coalesce(w.status, 'missing') as parameter_consistency,
        coalesce(w.bucket, 'missing_compare_target') as parameter_priority_bucket,
        coalesce(a.status, 'missing') as input_args_consistency,
        coalesce(a.bucket, 'missing_compare_target') as input_args_priority_bucket,
        case
            when n.pair_ord is null then 'not_applicable'
            when n.differs then 'mismatch'
            when not coalesce(n.agrees, false) then 'missing'
            when n.missing_train is not null or n.missing_rollout is not null then 'partial'
            else 'aligned'
        end as input_kwargs_consistency,
        case
            when n.pair_ord is null then 'not_applicable'
            when n.differs then 'mismatch'
            when not coalesce(n.agrees, false) then 'missing'
            else 'match'
        end as input_kwargs_numeric_consistency,
        case n.farthest
            when 0 then 'exact_match' when 1 then 'singleton_compatible_numel_match' when 2 then 'numel_match'
            when 3 then 'numel_mismatch' else 'unknown'
        end as input_kwargs_shape_relation,
        coalesce(n.compared, []) as input_kwargs_compared_keys,
        coalesce(n.missing_train, []) as input_kwargs_missing_train_keys,
        coalesce(n.missing_rollout, []) as input_kwargs_missing_rollout_keys,
        i.path is not null as container,
        rolloutdiff.cons_fused_v1(p.train_key, p.rollout_key) as fused,
        rolloutdiff.cons_struct_reason_v1(p.train_key, p.rollout_key) as reason
    from c_pair as p
    inner join c_key as k on k.side = 'train' and k.ord = p.train_ord
    left join kind as o on o.pair_ord = p.pair_ord and o.grp = 1
    left join kind as a on a.pair_ord = p.pair_ord and a.grp = 2
    left join kind as w on w.pair_ord = p.pair_ord and w.grp = 3
    left join named as n on n.pair_ord = p.pair_ord
    left join inside as i on i.path = k.path
),
-- one row per pair: its inputs together
fed as (
    select
        s.*,
        rolloutdiff.cons_input_v1(s.input_args_consistency, s.input_kwargs_consistency) as input_consistency,
        s.parameter_consistency = 'missing' or s.input_kwargs_consistency in ('missing', 'partial') as premise_incomplete
    from status as s
),
-- one row per pair: its bucket
sorted as (
    select
        f.*,
        rolloutdiff.cons_bucket_v1(
            f.output_consistency, f.parameter_consistency, f.input_consistency, f.fused, f.premise_incomplete
        ) as module_bucket
    from fed as f
),
-- one row per pair: the rank of its bucket
ranked as (
    select t.*, rolloutdiff.cons_bucket_rank_v1(t.module_bucket) as weight
    from sorted as t
)
select
    r.* exclude (fused, reason, weight),
    r.weight.module_priority_rank as module_priority_rank,
    r.weight.module_status as module_status,
    r.weight.focus_level as focus_level,
    case when r.weight.module_priority_rank <= 2 then r.reason end as skip_reason
from ranked as r;
