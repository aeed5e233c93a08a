-- case: one code for each reason
-- call:
select rolloutdiff.cons_hypothesis_v1(t.code)
from (
    values
    (1, 'extra_activation_on_rollout'), (2, 'extra_activation_on_train'), (3, 'parameters_differ'), (4, 'only_output_differs'), (5, 'input_differs'),
    (6, 'no_explanation'), (7, 'x'), (8, null)
) as t(place, code)
order by t.place;
-- expect:
--   'missing_activation_on_train'
--   'missing_activation_on_rollout'
--   'parameter_sync_or_checkpoint'
--   'implementation_or_numeric_path'
--   'upstream_difference'
--   'manual_review'
--   NULL
--   NULL
