-- name: mismatch_delta_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Log ratio of every token, trainer over engine, clipped to [-20, 20] so that its exponential stays finite.
-- params: p_train DOUBLE[]: log-probability of every token in the trainer; p_rollout DOUBLE[]: the same in the engine that sampled it, as long
-- returns: DOUBLE[]: one log ratio per token
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_delta_v1(p_train, p_rollout) as
    list_transform(p_train, lambda logprob_, token_: greatest(-20.0, least(20.0, logprob_ - p_rollout[token_])));
