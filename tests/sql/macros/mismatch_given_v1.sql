-- case: what the trainer measured, as it is
-- call:
select rolloutdiff.mismatch_given_v1(1::double, 0.25::double, 0.5::double, null), rolloutdiff.mismatch_given_v1(null, 0::double, null, null);
-- expect:
--   {'prob_diff_mean': 0.25, 'prob_diff_max': 0.5, 'prob_diff_std': NULL} | {'prob_diff_mean': 0.0, 'prob_diff_max': NULL, 'prob_diff_std': NULL}

-- case: a difference of 0 that is marked as not measured is absent
-- call:
select rolloutdiff.mismatch_given_v1(0.0, 0.0, 0.0, 0.0), rolloutdiff.mismatch_given_v1(1.0, null, null, null), rolloutdiff.mismatch_given_v1(null, null, null, null);
-- expect:
--   NULL | NULL | NULL
