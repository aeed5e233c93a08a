-- given:
insert into rolloutdiff.cons_comparison values
    ('c', 'r', 3, 'strict', true, null, null, 0.01, 1e-12, '0.1.0'), ('d', null, null, 'compat', false, 'ab', 0.0001, 0.02, 1e-12, '0.1.0');
insert into rolloutdiff.cons_dump values
    ('c', 'train', 't.json', 'aa', 4, 1, 2, 'pytorch', 'L0', 'statistics'), ('c', 'rollout', 'r.json', 'bb', 5, 2, 0, null, null, null),
    ('d', 'train', 'it''s', 'cc', 0, 0, 0, null, null, null), ('d', 'rollout', 'r', 'dd', 0, 0, 0, null, null, null);
-- The first pair agrees, the second could not be compared, the third and fourth differ, the fifth is one by structure.
insert into rolloutdiff.cons_module
select
    'c', p.pair_ord, 'Module.t' || p.pair_ord, 'Module.r' || p.pair_ord, 0, 'mlp', p.output, 'b', 'aligned', 'b', 'aligned', 'b', 'missing', 'missing', 'unknown',
    [], [], ['k'], p.input, p.pair_ord = 1, p.bucket, p.rank, 's', 'f', false, p.skip
from (
    values
    (1, 'aligned', 'aligned', 'normal_aligned', 4, null), (2, 'missing', 'aligned', 'insufficient_output_evidence', 3, null),
    (3, 'mismatch', 'aligned', 'fused_qkv_structural_mismatch', 5, null), (4, 'mismatch', 'mismatch', 'upstream_propagation_or_amplification', 2, null),
    (5, 'mismatch', 'aligned', 'module_impl_mismatch', 1, null), (6, 'mismatch', 'aligned', 'parameter_sync_mismatch', 1, 'structural fusion')
) as p(pair_ord, output, input, bucket, rank, skip);
insert into rolloutdiff.cons_suspect values
    ('c', 1, 4, 'missing_or_extra_op_between_aligned_boundary', 'extra_activation_on_rollout', 1, ['Module.x'], ['Module.y', 'Module.z'], ['Module.z'], [], true, 'low'),
    ('c', 2, 5, 'in_module_impl_difference', 'only_output_differs', null, [], [], [], [], null, 'high');
insert into rolloutdiff.cons_value values
    ('c', 1, 1, 'output.0', true, 'torch.float32', 'torch.bfloat16', [2, 3], [3, 2], 'numel_match', 3.0, 2.0, -1.0, -1.0, null, 0.0, 1.0, 'nan'::double, 'alert', 'ok', 'missing', 'alert', null, 0.004, 0.01, 'mismatch', 1, 'value_mismatch_numel_match', 'alert', 'alert'),
    ('c', 1, 2, 'input_args.0', true, 'a', null, null, null, null, 3.0, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'missing', null, 'missing_compare_target', 'missing', 'missing_on_rollout'),
    ('c', 2, 1, 'output.0', true, null, null, null, null, 'unknown', null, null, null, null, null, null, null, null, 'missing', 'missing', 'missing', 'missing', null, 0.0001, 0.01, 'missing', null, 'missing_compare_target', 'missing', 'no_statistics'),
    ('c', 4, 1, 'output.0', true, 'a', 'a', [], [], 'exact_match', 1.0, 1.0, null, null, null, null, null, null, 'ok', 'missing', 'missing', 'missing', 0.0, 0.0001, 0.01, 'match', 4, 'value_match_shape_match', 'ok', 'ok');
insert into rolloutdiff.cons_mapping values
    ('c', 1, 'Module.module.module.decoder.layers.0.mlp.linear_fc1.A.forward.0', ['Module.model.layers.0.mlp.gate_proj.B.forward.0', 'Module.model.layers.0.mlp.up_proj.B.forward.0'], 0, 'mlp', '1:N', 'high', null),
    ('c', 2, 'Module.x', [], null, 'other', '1:0', 'low', 'no_peer');

-- case: all of them, with their run
-- run: known_comparisons
-- expect:
--   'c' | 'r'
--   'd' | NULL
