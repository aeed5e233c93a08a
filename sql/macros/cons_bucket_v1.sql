-- name: cons_bucket_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: What the statuses of a pair of modules say together, the first that fits.
-- params: p_output VARCHAR: outputs: aligned, mismatch or missing; p_parameter VARCHAR: parameters, likewise; p_input VARCHAR: inputs, likewise; p_fused BOOLEAN: whether the rollout has the part fused; p_incomplete BOOLEAN: whether parameters or named inputs could not be compared
-- returns: VARCHAR: one of nine buckets
-- requires: none
-- portable: no
create macro rolloutdiff.cons_bucket_v1(p_output, p_parameter, p_input, p_fused, p_incomplete) as
    case
        when p_output = 'mismatch' and p_input = 'aligned' and p_fused then 'fused_qkv_structural_mismatch'
        when p_output = 'aligned' and p_parameter = 'aligned' and p_input = 'aligned' then 'normal_aligned'
        when p_output = 'aligned' and p_incomplete then 'comparison_premise_abnormal_but_output_aligned'
        when p_output = 'aligned' then 'internal_difference_but_output_aligned'
        when p_output <> 'mismatch' then 'insufficient_output_evidence'
        when p_parameter = 'aligned' and p_input = 'aligned' then 'module_impl_mismatch'
        when p_input = 'aligned' then 'parameter_sync_mismatch'
        when p_parameter = 'aligned' then 'upstream_propagation_or_amplification'
        else 'systemic_misalignment'
    end;
