-- name: mismatch_divergence_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Divergences between trainer and engine over the tokens of a completion, from log ratios d (trainer minus engine). The engine wrote the tokens, so that the mean of -d estimates the Kullback-Leibler divergence of the engine from the trainer and the mean of exp(d) - d - 1 does so without going below 0 (Schulman, "Approximating KL divergence", 2020, k1 and k3).
-- params: p_delta DOUBLE[]: log ratio of every token
-- returns: MAP(VARCHAR, DOUBLE): logprob_abs, mean of |d|; kl, mean of -d; k3_kl, mean of exp(d) - d - 1; log_ppl_diff, log perplexity in the engine minus that in the trainer; log_ppl_abs, its absolute value; chi2_token, mean of exp(2d) minus 1; chi2_seq, exp(2s) - 1 with s the sum of d clipped to [-20, 20]
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_divergence_v1(p_delta) as
    map(
        ['logprob_abs', 'kl', 'k3_kl', 'log_ppl_diff', 'log_ppl_abs', 'chi2_token', 'chi2_seq'],
        [
            list_sum(list_transform(p_delta, lambda ratio_: abs(ratio_))) / len(p_delta),
            0.0 - list_sum(p_delta) / len(p_delta),
            list_sum(list_transform(p_delta, lambda ratio_: exp(ratio_) - ratio_ - 1.0)) / len(p_delta),
            list_sum(p_delta) / len(p_delta),
            abs(list_sum(p_delta) / len(p_delta)),
            list_sum(list_transform(p_delta, lambda ratio_: exp(2.0 * ratio_) - 1.0)) / len(p_delta),
            exp(2.0 * greatest(-20.0, least(20.0, list_sum(p_delta)))) - 1.0
        ]
    );
