-- name: cons_module
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per pair of modules: what its tensors say together.
-- params: none
-- returns: comparison_id: comparison; pair_ord: pair, in order of training; train_key: module key of training; rollout_key: module key of the rollout; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; output_consistency: aligned, mismatch or missing; output_priority_bucket: bucket of the worst output; parameter_consistency: aligned, mismatch or missing; parameter_priority_bucket: bucket of the worst parameter; input_args_consistency: aligned, mismatch or missing; input_args_priority_bucket: bucket of the worst argument; input_kwargs_consistency: aligned, partial, mismatch, missing or not_applicable; input_kwargs_numeric_consistency: match, mismatch, missing or not_applicable; input_kwargs_shape_relation: the farthest relation; input_kwargs_compared_keys: named inputs that both have; input_kwargs_missing_train_keys: that only the rollout has; input_kwargs_missing_rollout_keys: that only training has; input_consistency: aligned, mismatch or missing, of all inputs; premise_incomplete: whether parameters or named inputs could not be compared; module_bucket: bucket; module_priority_rank: rank of the bucket; module_status: status of the bucket; focus_level: attention it asks for; container: whether modules of other pairs lie inside it; skip_reason: why it is no suspect in spite of its rank, or NULL
-- requires: none
-- portable: yes
create table rolloutdiff.cons_module (
    comparison_id varchar not null,
    pair_ord bigint not null,
    train_key varchar not null,
    rollout_key varchar not null,
    layer_index integer,
    block varchar not null,
    output_consistency varchar not null,
    output_priority_bucket varchar not null,
    parameter_consistency varchar not null,
    parameter_priority_bucket varchar not null,
    input_args_consistency varchar not null,
    input_args_priority_bucket varchar not null,
    input_kwargs_consistency varchar not null,
    input_kwargs_numeric_consistency varchar not null,
    input_kwargs_shape_relation varchar not null,
    input_kwargs_compared_keys varchar[] not null,
    input_kwargs_missing_train_keys varchar[] not null,
    input_kwargs_missing_rollout_keys varchar[] not null,
    input_consistency varchar not null,
    premise_incomplete boolean not null,
    module_bucket varchar not null,
    module_priority_rank integer not null,
    module_status varchar not null,
    focus_level varchar not null,
    container boolean not null,
    skip_reason varchar
);
