-- case: probabilities 1 and 0 against 0 and 0: gaps 1 and 0, spread sqrt(1/2)
-- call:
select rolloutdiff.mismatch_probability_v1([0.0, -1000.0], [-1000.0, -1000.0]);
-- expect:
--   {'prob_diff_mean': 0.5, 'prob_diff_max': 1.0, 'prob_diff_std': 0.7071067811865476}

-- case: one token has no spread
-- call:
select rolloutdiff.mismatch_probability_v1([0.0], [0.0]);
-- expect:
--   {'prob_diff_mean': 0.0, 'prob_diff_max': 0.0, 'prob_diff_std': NULL}
