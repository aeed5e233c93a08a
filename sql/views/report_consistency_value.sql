-- name: report_consistency_value
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Tensors of paired modules: statistics of both sides and how far they differ.
-- params: none
-- returns: comparison_id: comparison; pair_ord: pair; slot_ord: place within the pair; train_key: module key of training; rollout_key: module key of the rollout; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; compare_target: such as output.0; compat_subset: whether the original rules look at it; dtype_train: type, or NULL; dtype_rollout: likewise; shape_train: shape, or NULL; shape_rollout: likewise; shape_relation: how they relate; numel_train: elements; numel_rollout: likewise; max_train: largest element; max_rollout: likewise; max_err: relative difference; max_status: ok, warn, alert or missing; min_train: smallest element; min_rollout: likewise; min_err: relative difference; min_status: verdict; mean_train: mean; mean_rollout: likewise; mean_err: relative difference; mean_status: verdict; norm_train: Euclidean norm; norm_rollout: likewise; norm_err: relative difference; norm_status: verdict; mean_rms: difference of the means in root mean squares of the rollout; ok: largest relative difference that was ok; warn: largest that was warn; numeric_consistency: match, mismatch or missing; priority_rank: 1 to 5, or NULL; priority_bucket: bucket of that rank; metric_status: worst verdict; value_status: alert, warn, ok, info, missing_on_train, missing_on_rollout or no_statistics
-- requires: cons_comparison, cons_module, cons_numel_v1, cons_rel_v1, cons_value
-- portable: yes
create view rolloutdiff.report_consistency_value as
select
    v.comparison_id,
    v.pair_ord,
    v.slot_ord,
    m.train_key,
    m.rollout_key,
    m.layer_index,
    m.block,
    v.compare_target,
    v.compat_subset,
    v.dtype_train,
    v.dtype_rollout,
    v.shape_train,
    v.shape_rollout,
    v.shape_relation,
    rolloutdiff.cons_numel_v1(v.shape_train) as numel_train,
    rolloutdiff.cons_numel_v1(v.shape_rollout) as numel_rollout,
    v.max_train,
    v.max_rollout,
    rolloutdiff.cons_rel_v1(v.max_train, v.max_rollout, c.eps) as max_err,
    v.max_status,
    v.min_train,
    v.min_rollout,
    rolloutdiff.cons_rel_v1(v.min_train, v.min_rollout, c.eps) as min_err,
    v.min_status,
    v.mean_train,
    v.mean_rollout,
    rolloutdiff.cons_rel_v1(v.mean_train, v.mean_rollout, c.eps) as mean_err,
    v.mean_status,
    v.norm_train,
    v.norm_rollout,
    rolloutdiff.cons_rel_v1(v.norm_train, v.norm_rollout, c.eps) as norm_err,
    v.norm_status,
    v.mean_rms,
    v.ok,
    v.warn,
    v.numeric_consistency,
    v.priority_rank,
    v.priority_bucket,
    v.metric_status,
    v.value_status
from rolloutdiff.cons_value as v
inner join rolloutdiff.cons_module as m on m.comparison_id = v.comparison_id and m.pair_ord = v.pair_ord
inner join rolloutdiff.cons_comparison as c on c.comparison_id = v.comparison_id;
