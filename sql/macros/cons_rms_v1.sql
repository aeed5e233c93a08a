-- name: cons_rms_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Difference of two means relative to the size of a typical element: abs(train - rollout) * sqrt(elements) / norm of the rollout.
-- params: p_train DOUBLE: mean of training; p_rollout DOUBLE: mean of the rollout; p_numel BIGINT: elements of the tensor; p_norm DOUBLE: Euclidean norm of the rollout; p_eps DOUBLE: smallest denominator
-- returns: DOUBLE: difference in root mean squares, NULL when something is absent
-- requires: none
-- portable: no
create macro rolloutdiff.cons_rms_v1(p_train, p_rollout, p_numel, p_norm, p_eps) as
    abs(p_train - p_rollout) * sqrt(case when p_numel is not null then greatest(p_numel, 0) end) / case when p_norm is not null then greatest(abs(p_norm), p_eps) end;
