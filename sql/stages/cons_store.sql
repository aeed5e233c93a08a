-- name: cons_store
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps a comparison, instead of an equal one that is there.
-- params: comparison_id VARCHAR: comparison; run VARCHAR: run the dumps belong to, or NULL; step BIGINT: training step, or NULL; profile VARCHAR: strict or compat; automatic BOOLEAN: whether modules were paired by name; mapping_sha256 VARCHAR: hash of the mapping, or NULL; ok DOUBLE: largest relative difference that is ok, or NULL; warn DOUBLE: largest that is warn; eps DOUBLE: smallest denominator; package_version VARCHAR: version of the package; train_path VARCHAR: path of the training dump; rollout_path VARCHAR: path of the rollout dump
-- returns: none
-- requires: cons_comparison, cons_dump, cons_mapping, cons_module, cons_suspect, cons_value
-- portable: no
insert into rolloutdiff.cons_comparison
select $comparison_id, $run, $step, $profile, $automatic, $mapping_sha256, $ok, $warn, $eps, $package_version;

insert into rolloutdiff.cons_dump
select
    $comparison_id,
    f.side,
    case f.side when 'train' then $train_path else $rollout_path end,
    f.sha256,
    (select count(*) from c_key as k where k.side = f.side),
    case f.side
        when 'train' then (
            select count(*)
            from c_key as k
            where k.side = 'train' and k.ord not in (select p.train_ord from c_pair as p)
        )
        else (
            select count(*)
            from c_key as k
            where k.side = 'rollout' and k.module_key not in (select p.rollout_key from c_pair as p)
        )
    end,
    (select count(*) from c_entry as e where e.side = f.side and not e.is_module),
    json_extract_string(f.content, '$.framework'),
    json_extract_string(f.content, '$.level'),
    json_extract_string(f.content, '$.task')
from c_file as f
order by f.side;

insert into rolloutdiff.cons_mapping
select
    $comparison_id, m.train_ord, m.train_key, m.rollout_keys, m.layer_index, m.block, m.cardinality, m.confidence, m.note
from c_mapping as m
order by m.train_ord;

insert into rolloutdiff.cons_value
select
    $comparison_id,
    v.pair_ord,
    v.slot_ord,
    v.slot,
    v.compat_subset,
    v.dtype_train,
    v.dtype_rollout,
    v.shape_train,
    v.shape_rollout,
    case when v.comparable then v.shape_relation end,
    v.max_train,
    v.max_rollout,
    v.min_train,
    v.min_rollout,
    v.mean_train,
    v.mean_rollout,
    v.norm_train,
    v.norm_rollout,
    case when v.comparable then v.max_status end,
    case when v.comparable then v.min_status end,
    case when v.comparable then v.mean_status end,
    case when v.comparable then v.norm_status end,
    v.mean_rms,
    case when v.comparable then v.ok end,
    case when v.comparable then $warn end,
    v.numeric_consistency,
    v.priority_rank,
    v.priority_bucket,
    v.metric_status,
    v.value_status
from c_value as v
order by v.pair_ord, v.slot_ord;

insert into rolloutdiff.cons_module
select
    $comparison_id,
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
from c_module as m
order by m.pair_ord;

insert into rolloutdiff.cons_suspect
select
    $comparison_id,
    s.place,
    s.pair_ord,
    s.classification,
    s.rationale_code,
    s.boundary_ord,
    s.unmatched_train,
    s.unmatched_rollout,
    s.missing_train_activation,
    s.missing_rollout_activation,
    s.realigns_after,
    s.confidence
from c_suspect as s
order by s.place;
