-- name: mismatch_fault_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Why the token log-probabilities of trainer and inference engine cannot be compared; a completion without tokens on either side has no fault and nothing to compare.
-- params: p_train DOUBLE[]: log-probability of every token in the trainer; p_rollout DOUBLE[]: the same in the engine that sampled it
-- returns: VARCHAR: one_side (the other side has none), length (the sides differ in length), not_finite (a token has no finite number), or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_fault_v1(p_train, p_rollout) as
    case
        when coalesce(len(p_train), 0) = 0 and coalesce(len(p_rollout), 0) = 0 then null
        when p_train is null or p_rollout is null then 'one_side'
        when len(p_train) <> len(p_rollout) then 'length'
        when len(list_filter(list_concat(p_train, p_rollout), lambda logprob_: not coalesce(isfinite(logprob_), false))) > 0
            then 'not_finite'
    end;
