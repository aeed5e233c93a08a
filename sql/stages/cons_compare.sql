-- name: cons_compare
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Compares the tensors of every pair: makes the temporary table c_slot, one row per tensor that a side has.
-- params: compat BOOLEAN: profile compat; ok DOUBLE: largest relative difference that is ok, NULL to follow the type; warn DOUBLE: largest that is warn; eps DOUBLE: smallest denominator
-- returns: none
-- requires: cons_milder_v1, cons_numel_v1, cons_ok_v1, cons_rank_v1, cons_rel_v1, cons_rms_v1, cons_shape_v1, cons_status_v1, cons_worst_v1
-- portable: no
create or replace temp table c_slot as
with
-- one row per pair and tensor of training
trained as (
    select p.pair_ord, t.*
    from c_pair as p
    inner join c_tensor as t on t.side = 'train' and t.ord = p.train_ord
),
-- one row per pair and tensor of the rollout
rolled as (
    select p.pair_ord, t.*
    from c_pair as p
    inner join c_tensor as t on t.side = 'rollout' and t.ord = p.rollout_ord
),
-- one row per pair and tensor that a side has
both_sides as (
    select
        coalesce(t.pair_ord, r.pair_ord) as pair_ord,
        coalesce(t.grp, r.grp) as grp,
        coalesce(t.slot, r.slot) as slot,
        coalesce(t.pos, r.pos) as pos,
        t.ord is not null as on_train,
        r.ord is not null as on_rollout,
        t.ord is not null and r.ord is not null as comparable,
        t.dtype as dtype_train,
        r.dtype as dtype_rollout,
        t.shape as shape_train,
        r.shape as shape_rollout,
        t.vmax as max_train,
        r.vmax as max_rollout,
        t.vmin as min_train,
        r.vmin as min_rollout,
        t.vmean as mean_train,
        r.vmean as mean_rollout,
        t.vnorm as norm_train,
        r.vnorm as norm_rollout
    from trained as t
    full join rolled as r on r.pair_ord = t.pair_ord and r.grp = t.grp and r.slot = t.slot
),
-- one row per tensor, with its relative differences and its lines
measured as (
    select
        b.*,
        rolloutdiff.cons_shape_v1(b.shape_train, b.shape_rollout) as shape_relation,
        rolloutdiff.cons_rel_v1(b.max_train, b.max_rollout, $eps) as max_err,
        rolloutdiff.cons_rel_v1(b.min_train, b.min_rollout, $eps) as min_err,
        rolloutdiff.cons_rel_v1(b.mean_train, b.mean_rollout, $eps) as mean_err,
        rolloutdiff.cons_rel_v1(b.norm_train, b.norm_rollout, $eps) as norm_err,
        case
            when not $compat then rolloutdiff.cons_rms_v1(
                b.mean_train,
                b.mean_rollout,
                coalesce(rolloutdiff.cons_numel_v1(b.shape_rollout), rolloutdiff.cons_numel_v1(b.shape_train)),
                b.norm_rollout,
                $eps
            )
        end as mean_rms,
        least(
            coalesce(
                $ok::double,
                case
                    when $compat then 0.0001
                    else greatest(rolloutdiff.cons_ok_v1(b.dtype_train), rolloutdiff.cons_ok_v1(b.dtype_rollout))
                end
            ),
            $warn::double
        ) as ok
    from both_sides as b
),
-- one row per tensor, with a verdict on each statistic
told as (
    select
        m.*,
        rolloutdiff.cons_status_v1(m.max_err, m.ok, $warn) as max_status,
        rolloutdiff.cons_status_v1(m.min_err, m.ok, $warn) as min_status,
        rolloutdiff.cons_milder_v1(
            rolloutdiff.cons_status_v1(m.mean_err, m.ok, $warn), rolloutdiff.cons_status_v1(m.mean_rms, m.ok, $warn)
        ) as mean_status,
        rolloutdiff.cons_status_v1(m.norm_err, m.ok, $warn) as norm_status
    from measured as m
),
-- one row per tensor, with a verdict on the whole
judged as (
    select
        t.*,
        t.comparable
        and ($compat or t.max_err is not null or t.min_err is not null or t.mean_err is not null or t.norm_err is not null)
            as judged,
        rolloutdiff.cons_worst_v1([t.max_status, t.min_status, t.mean_status, t.norm_status]) as worst
    from told as t
),
-- one row per tensor, with its priority
ranked as (
    select j.*, rolloutdiff.cons_rank_v1(j.worst <> 'ok', j.shape_relation) as priority
    from judged as j
)
select
    r.* exclude (judged, worst, priority),
    r.grp = 4 or r.slot in ('output.0', 'input_args.0', 'parameters.weight') as compat_subset,
    case when not r.judged then 'missing' when r.worst <> 'ok' then 'mismatch' else 'match' end as numeric_consistency,
    case when r.judged then r.priority.priority_rank end as priority_rank,
    case when r.judged then r.priority.priority_bucket else 'missing_compare_target' end as priority_bucket,
    case when r.judged then r.worst else 'missing' end as metric_status,
    case
        when not r.on_train then 'missing_on_train'
        when not r.on_rollout then 'missing_on_rollout'
        when not r.judged then 'no_statistics'
        else r.priority.value_status
    end as value_status
from ranked as r;
