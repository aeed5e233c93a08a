-- given:
create temp table c_key as
select 'train' as side, t.ord::bigint as ord, t.key as module_key, 0 as layer_index, 'mlp' as block, t.path, false as act
from (values (1, 'Module.a', 'layers.0.mlp'), (2, 'Module.b', 'layers.0.mlp.fc'), (3, 'Module.linear_q_down_proj', null)) as t(ord, key, path);
create temp table c_pair as
select t.ord::bigint as pair_ord, t.ord::bigint as train_ord, t.train_key, t.rollout_key, 1::bigint as peer, t.ord::bigint as rollout_ord
from (values (1, 'Module.a', 'Module.ra'), (2, 'Module.b', 'Module.rb'), (3, 'Module.linear_q_down_proj', 'Module.fused_qkv_a_proj')) as t(ord, train_key, rollout_key);
create temp table c_slot as
select
    t.pair_ord::bigint as pair_ord, t.grp, t.slot, t.pos, t.numeric <> 'x' as on_train, t.numeric <> 'y' as on_rollout, t.numeric not in ('x', 'y') as comparable,
    'exact_match' as shape_relation, t.slot = 'output.0' as compat_subset, case when t.numeric in ('x', 'y') then 'missing' else t.numeric end as numeric_consistency,
    case t.numeric when 'mismatch' then 1 when 'match' then 4 end as priority_rank, 'bucket ' || t.numeric as priority_bucket, t.numeric as metric_status, 'alert' as value_status
from (
    values
    (1, 1, 'output.0', 0, 'match'), (1, 2, 'input_args.0', 0, 'match'), (1, 3, 'parameters.weight', 0, 'mismatch'), (1, 4, 'k', 0, 'match'), (1, 4, 'l', 1, 'x'),
    (2, 1, 'output.1', 1, 'mismatch'), (2, 1, 'output.0', 0, 'match'), (2, 3, 'parameters.weight', 0, 'match'), (2, 4, 'm', 0, 'y'),
    (3, 1, 'output.0', 0, 'mismatch'), (3, 2, 'input_args.0', 0, 'mismatch'), (3, 3, 'parameters.weight', 0, 'match')
) as t(pair_ord, grp, slot, pos, numeric);

-- case: tensors in their order; a parameter that differs without an effect is harmless
-- run: cons_judge {"compat": false}
-- call:
select v.pair_ord, v.slot_ord, v.slot, v.priority_rank, v.priority_bucket, v.value_status from c_value as v where v.pair_ord <= 2 order by v.pair_ord, v.slot_ord;
-- expect:
--   1 | 1 | 'output.0' | 4 | 'bucket match' | 'alert'
--   1 | 2 | 'input_args.0' | 4 | 'bucket match' | 'alert'
--   1 | 3 | 'parameters.weight' | 5 | 'parameter_mismatch_output_aligned' | 'info'
--   2 | 1 | 'output.0' | 4 | 'bucket match' | 'alert'
--   2 | 2 | 'output.1' | 1 | 'bucket mismatch' | 'alert'
--   2 | 3 | 'parameters.weight' | 4 | 'bucket match' | 'alert'

-- case: what the tensors of a pair say together
-- run: cons_judge {"compat": false}
-- call:
select
    m.pair_ord, m.output_consistency, m.output_priority_bucket, m.parameter_consistency, m.parameter_priority_bucket, m.input_args_consistency,
    m.input_args_priority_bucket, m.input_consistency, m.premise_incomplete
from c_module as m order by m.pair_ord;
-- expect:
--   1 | 'aligned' | 'bucket match' | 'mismatch' | 'parameter_mismatch_output_aligned' | 'aligned' | 'bucket match' | 'aligned' | true
--   2 | 'mismatch' | 'bucket mismatch' | 'aligned' | 'bucket match' | 'missing' | 'missing_compare_target' | 'missing' | true
--   3 | 'mismatch' | 'bucket mismatch' | 'aligned' | 'bucket match' | 'mismatch' | 'bucket mismatch' | 'mismatch' | false
-- call:
select
    m.pair_ord, m.input_kwargs_consistency, m.input_kwargs_numeric_consistency, m.input_kwargs_shape_relation, m.input_kwargs_compared_keys,
    m.input_kwargs_missing_train_keys, m.input_kwargs_missing_rollout_keys
from c_module as m order by m.pair_ord;
-- expect:
--   1 | 'partial' | 'match' | 'exact_match' | ['k'] | ['l'] | []
--   2 | 'missing' | 'missing' | 'unknown' | [] | [] | ['m']
--   3 | 'not_applicable' | 'not_applicable' | 'unknown' | [] | [] | []
-- call:
select m.pair_ord, m.module_bucket, m.module_priority_rank, m.module_status, m.focus_level, m.container, m.skip_reason from c_module as m order by m.pair_ord;
-- expect:
--   1 | 'comparison_premise_abnormal_but_output_aligned' | 5 | 'closed_aligned' | 'deprioritized' | true | NULL
--   2 | 'upstream_propagation_or_amplification' | 2 | 'output_mismatch' | 'review' | false | NULL
--   3 | 'upstream_propagation_or_amplification' | 2 | 'output_mismatch' | 'review' | false | 'structural fusion pattern: linear_q_down_proj -> fused_qkv_a_proj'

-- case: profile compat knows no containers
-- run: cons_judge {"compat": true}
-- call:
select bool_or(m.container) from c_module as m;
-- expect:
--   false
