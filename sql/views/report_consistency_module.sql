-- name: report_consistency_module
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Pairs of modules: what their tensors say together, and their rank.
-- params: none
-- returns: comparison_id: comparison; pair_ord: pair, in order of training; train_key: module key of training; rollout_key: module key of the rollout; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; output_consistency: aligned, mismatch or missing; output_priority_bucket: bucket of the worst output; parameter_consistency: aligned, mismatch or missing; parameter_priority_bucket: bucket of the worst parameter; input_args_consistency: aligned, mismatch or missing; input_args_priority_bucket: bucket of the worst argument; input_kwargs_consistency: aligned, partial, mismatch, missing or not_applicable; input_kwargs_numeric_consistency: match, mismatch, missing or not_applicable; input_kwargs_shape_relation: the farthest relation; input_kwargs_compared_keys: named inputs that both have; input_kwargs_missing_train_keys: that only the rollout has; input_kwargs_missing_rollout_keys: that only training has; input_consistency: aligned, mismatch or missing, of all inputs; premise_incomplete: whether parameters or named inputs could not be compared; module_bucket: bucket; module_priority_rank: rank of the bucket; module_status: status of the bucket; focus_level: attention it asks for; container: whether modules of other pairs lie inside it; skip_reason: why it is no suspect in spite of its rank, or NULL
-- requires: cons_module
-- portable: yes
create view rolloutdiff.report_consistency_module as
select
    m.comparison_id,
    m.pair_ord,
    m.train_key,
    m.rollout_key,
    m.layer_index,
    m.block,
    m.output_consistency,
    m.output_priority_bucket,
    m.parameter_consistency,
    m.parameter_priority_bucket,
    m.input_args_consistency,
    m.input_args_priority_bucket,
    m.input_kwargs_consistency,
    m.input_kwargs_numeric_consistency,
    m.input_kwargs_shape_relation,
    m.input_kwargs_compared_keys,
    m.input_kwargs_missing_train_keys,
    m.input_kwargs_missing_rollout_keys,
    m.input_consistency,
    m.premise_incomplete,
    m.module_bucket,
    m.module_priority_rank,
    m.module_status,
    m.focus_level,
    m.container,
    m.skip_reason
from rolloutdiff.cons_module as m;
