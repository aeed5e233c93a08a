-- case: equal weights leave every token effective
-- call:
select rolloutdiff.mismatch_weight_v1([0.0, 0.0, 0.0], 2.0);
-- expect:
--   {'is_mean': 1.0, 'is_std': 0.0, 'is_ess': 1.0}

-- case: weights 1 and 100 cut at 3: mean 2, spread 1, (4^2)/(2 * 10)
-- call:
select rolloutdiff.mismatch_weight_v1([0.0, ln(100.0)], 3.0);
-- expect:
--   {'is_mean': 2.0, 'is_std': 1.0, 'is_ess': 0.8}
