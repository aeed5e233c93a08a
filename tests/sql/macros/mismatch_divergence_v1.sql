-- case: no difference
-- call:
select rolloutdiff.mismatch_divergence_v1([0.0, 0.0]::double[]);
-- expect:
--   {'logprob_abs': 0.0, 'kl': 0.0, 'k3_kl': 0.0, 'log_ppl_diff': 0.0, 'log_ppl_abs': 0.0, 'chi2_token': 0.0, 'chi2_seq': 0.0}

-- case: the engine is surer by 1 and 0: k1 is 1/2, k3 is exp(-1)/2, chi-squared of tokens (exp(-2) - 1)/2
-- call:
select m.x['logprob_abs'], m.x['kl'], m.x['log_ppl_diff'], m.x['log_ppl_abs'], round(m.x['k3_kl'] - exp(-1.0) / 2, 15), round(m.x['chi2_token'] - (exp(-2.0) - 1) / 2, 15), round(m.x['chi2_seq'] - (exp(-2.0) - 1), 15)
from (select rolloutdiff.mismatch_divergence_v1([-1.0, 0.0]::double[]) as x) as m;
-- expect:
--   0.5 | 0.5 | -0.5 | 0.5 | 0.0 | 0.0 | 0.0

-- case: the sum of a completion is cut at 20
-- call:
select rolloutdiff.mismatch_divergence_v1([20.0, 20.0]::double[])['chi2_seq'] = exp(40.0) - 1.0;
-- expect:
--   true
