-- name: cons_rel_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Difference of two statistics relative to the side of the rollout: abs(train - rollout) / max(abs(rollout), eps).
-- params: p_train DOUBLE: statistic of training; p_rollout DOUBLE: statistic of the rollout; p_eps DOUBLE: smallest denominator
-- returns: DOUBLE: relative difference, NULL when a statistic is absent, NaN when one is no finite number
-- requires: none
-- portable: no
create macro rolloutdiff.cons_rel_v1(p_train, p_rollout, p_eps) as
    abs(p_train - p_rollout) / case when p_rollout is not null then greatest(abs(p_rollout), p_eps) end;
