-- name: cons_bucket_rank_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Rank of a bucket, and how far it asks for attention.
-- params: p_bucket VARCHAR: bucket
-- returns: STRUCT(module_priority_rank INTEGER, module_status VARCHAR, focus_level VARCHAR): rank 1 to 5, the first to look at being 1
-- requires: none
-- portable: no
create macro rolloutdiff.cons_bucket_rank_v1(p_bucket) as
    case p_bucket
        when 'module_impl_mismatch'
            then {'module_priority_rank': 1, 'module_status': 'output_mismatch', 'focus_level': 'high'}
        when 'parameter_sync_mismatch'
            then {'module_priority_rank': 1, 'module_status': 'output_mismatch', 'focus_level': 'high'}
        when 'upstream_propagation_or_amplification'
            then {'module_priority_rank': 2, 'module_status': 'output_mismatch', 'focus_level': 'review'}
        when 'systemic_misalignment'
            then {'module_priority_rank': 2, 'module_status': 'output_mismatch', 'focus_level': 'review'}
        when 'insufficient_output_evidence'
            then {'module_priority_rank': 3, 'module_status': 'needs_review', 'focus_level': 'review'}
        when 'normal_aligned'
            then {'module_priority_rank': 4, 'module_status': 'normal', 'focus_level': 'normal'}
        when 'fused_qkv_structural_mismatch'
            then {'module_priority_rank': 5, 'module_status': 'tolerable_structural_mismatch', 'focus_level': 'deprioritized'}
        else {'module_priority_rank': 5, 'module_status': 'closed_aligned', 'focus_level': 'deprioritized'}
    end;
