-- name: mismatch_probability_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Absolute difference of the probabilities of every token between trainer and engine, over the tokens of a completion.
-- params: p_train DOUBLE[]: log-probability of every token in the trainer; p_rollout DOUBLE[]: the same in the engine that sampled it, as long
-- returns: MAP(VARCHAR, DOUBLE): prob_diff_mean, prob_diff_max, and prob_diff_std, the standard deviation (n - 1), NULL with one token
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_probability_v1(p_train, p_rollout) as
    map(
        ['prob_diff_mean', 'prob_diff_max', 'prob_diff_std'],
        [
            list_sum(list_transform(p_train, lambda logprob_, token_: abs(exp(logprob_) - exp(p_rollout[token_])))) / len(p_train),
            list_max(list_transform(p_train, lambda logprob_, token_: abs(exp(logprob_) - exp(p_rollout[token_])))),
            list_stddev_samp(list_transform(p_train, lambda logprob_, token_: abs(exp(logprob_) - exp(p_rollout[token_]))))
        ]
    );
