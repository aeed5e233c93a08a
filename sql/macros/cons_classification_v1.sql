-- name: cons_classification_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: What a suspect pair is most likely a case of.
-- params: p_bucket VARCHAR: bucket of the pair; p_rollout_act BOOLEAN: whether the rollout has an activation without a peer between boundary and suspect; p_train_act BOOLEAN: whether training has one
-- returns: STRUCT(classification VARCHAR, rationale_code VARCHAR): class, and which of its reasons
-- requires: none
-- portable: no
create macro rolloutdiff.cons_classification_v1(p_bucket, p_rollout_act, p_train_act) as
    case
        when p_rollout_act
            then {'classification': 'missing_or_extra_op_between_aligned_boundary', 'rationale_code': 'extra_activation_on_rollout'}
        when p_train_act
            then {'classification': 'missing_or_extra_op_between_aligned_boundary', 'rationale_code': 'extra_activation_on_train'}
        when p_bucket = 'parameter_sync_mismatch'
            then {'classification': 'parameter_or_checkpoint_issue', 'rationale_code': 'parameters_differ'}
        when p_bucket = 'module_impl_mismatch'
            then {'classification': 'in_module_impl_difference', 'rationale_code': 'only_output_differs'}
        when p_bucket in ('upstream_propagation_or_amplification', 'systemic_misalignment')
            then {'classification': 'upstream_propagation', 'rationale_code': 'input_differs'}
        else {'classification': 'needs_manual_review', 'rationale_code': 'no_explanation'}
    end;
