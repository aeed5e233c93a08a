-- name: mismatch_values_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: All figures of the difference between trainer and inference engine on one completion.
-- params: p_train DOUBLE[]: log-probability of every token in the trainer; p_rollout DOUBLE[]: the same in the engine that sampled it
-- returns: MAP(VARCHAR, DOUBLE): figures of mismatch_probability_v1, mismatch_divergence_v1 and mismatch_weight_v1 with a cap of 2; NULL where the sides cannot be compared or there is no token
-- requires: mismatch_delta_v1, mismatch_divergence_v1, mismatch_fault_v1, mismatch_probability_v1, mismatch_weight_v1
-- portable: no
create macro rolloutdiff.mismatch_values_v1(p_train, p_rollout) as
    case
        when len(p_train) > 0 and len(p_rollout) > 0 and rolloutdiff.mismatch_fault_v1(p_train, p_rollout) is null
            then map_concat(
                rolloutdiff.mismatch_probability_v1(p_train, p_rollout),
                rolloutdiff.mismatch_divergence_v1(rolloutdiff.mismatch_delta_v1(p_train, p_rollout)),
                rolloutdiff.mismatch_weight_v1(rolloutdiff.mismatch_delta_v1(p_train, p_rollout), 2.0)
            )
    end;
