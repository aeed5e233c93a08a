-- case: all figures of one completion, in one order
-- call:
select map_keys(rolloutdiff.mismatch_values_v1([-1.0, -1.0], [-1.0, -1.0]));
-- expect:
--   ['prob_diff_mean', 'prob_diff_max', 'prob_diff_std', 'logprob_abs', 'kl', 'k3_kl', 'log_ppl_diff', 'log_ppl_abs', 'chi2_token', 'chi2_seq', 'is_mean', 'is_std', 'is_ess']

-- case: sides that cannot be compared have none, absent and never 0
-- call:
select rolloutdiff.mismatch_values_v1([-1.0], [-1.0, -1.0]), rolloutdiff.mismatch_values_v1([-1.0], null), rolloutdiff.mismatch_values_v1([]::double[], []::double[]), rolloutdiff.mismatch_values_v1(['nan'::double], [-1.0]);
-- expect:
--   NULL | NULL | NULL | NULL
