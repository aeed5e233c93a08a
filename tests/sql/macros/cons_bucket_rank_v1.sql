-- case: rank, status and attention of every bucket
-- call:
select t.weight.module_priority_rank, t.weight.module_status, t.weight.focus_level
from (
    select b.place, rolloutdiff.cons_bucket_rank_v1(b.bucket) as weight
    from (
        values
        (1, 'module_impl_mismatch'), (2, 'parameter_sync_mismatch'), (3, 'upstream_propagation_or_amplification'), (4, 'systemic_misalignment'),
        (5, 'insufficient_output_evidence'), (6, 'normal_aligned'), (7, 'fused_qkv_structural_mismatch'),
        (8, 'comparison_premise_abnormal_but_output_aligned'), (9, 'internal_difference_but_output_aligned')
    ) as b(place, bucket)
) as t
order by t.place;
-- expect:
--   1 | 'output_mismatch' | 'high'
--   1 | 'output_mismatch' | 'high'
--   2 | 'output_mismatch' | 'review'
--   2 | 'output_mismatch' | 'review'
--   3 | 'needs_review' | 'review'
--   4 | 'normal' | 'normal'
--   5 | 'tolerable_structural_mismatch' | 'deprioritized'
--   5 | 'closed_aligned' | 'deprioritized'
--   5 | 'closed_aligned' | 'deprioritized'
