-- case: nine buckets, the first that fits
-- call:
select rolloutdiff.cons_bucket_v1(t.output, t.parameter, t.input, t.fused, t.incomplete)
from (
    values
    (1, 'mismatch', 'mismatch', 'aligned', true, true), (2, 'aligned', 'aligned', 'aligned', true, true), (3, 'aligned', 'missing', 'aligned', false, true),
    (4, 'aligned', 'mismatch', 'aligned', false, false), (5, 'aligned', 'aligned', 'mismatch', false, false), (6, 'missing', 'aligned', 'aligned', true, false),
    (7, 'mismatch', 'aligned', 'aligned', false, true), (8, 'mismatch', 'mismatch', 'aligned', false, false), (9, 'mismatch', 'missing', 'aligned', false, true),
    (10, 'mismatch', 'aligned', 'mismatch', true, false), (11, 'mismatch', 'aligned', 'missing', false, false), (12, 'mismatch', 'missing', 'missing', false, true)
) as t(place, output, parameter, input, fused, incomplete)
order by t.place;
-- expect:
--   'fused_qkv_structural_mismatch'
--   'normal_aligned'
--   'comparison_premise_abnormal_but_output_aligned'
--   'internal_difference_but_output_aligned'
--   'internal_difference_but_output_aligned'
--   'insufficient_output_evidence'
--   'module_impl_mismatch'
--   'parameter_sync_mismatch'
--   'parameter_sync_mismatch'
--   'upstream_propagation_or_amplification'
--   'upstream_propagation_or_amplification'
--   'systemic_misalignment'
