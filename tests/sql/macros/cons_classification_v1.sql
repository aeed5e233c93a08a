-- case: activations of the rollout first, then of training, then the bucket
-- call:
select rolloutdiff.cons_classification_v1(t.bucket, t.of_rollout, t.of_train)
from (
    values
    (1, 'module_impl_mismatch', true, true), (2, 'module_impl_mismatch', false, true), (3, 'parameter_sync_mismatch', false, false),
    (4, 'module_impl_mismatch', false, false), (5, 'upstream_propagation_or_amplification', false, false), (6, 'systemic_misalignment', false, false),
    (7, 'normal_aligned', false, false)
) as t(place, bucket, of_rollout, of_train)
order by t.place;
-- expect:
--   {'classification': 'missing_or_extra_op_between_aligned_boundary', 'rationale_code': 'extra_activation_on_rollout'}
--   {'classification': 'missing_or_extra_op_between_aligned_boundary', 'rationale_code': 'extra_activation_on_train'}
--   {'classification': 'parameter_or_checkpoint_issue', 'rationale_code': 'parameters_differ'}
--   {'classification': 'in_module_impl_difference', 'rationale_code': 'only_output_differs'}
--   {'classification': 'upstream_propagation', 'rationale_code': 'input_differs'}
--   {'classification': 'upstream_propagation', 'rationale_code': 'input_differs'}
--   {'classification': 'needs_manual_review', 'rationale_code': 'no_explanation'}
