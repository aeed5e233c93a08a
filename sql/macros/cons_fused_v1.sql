-- name: cons_fused_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Whether training projects query or key and value on its own where the rollout has one fused projection.
-- params: p_train VARCHAR: module key of training; p_rollout VARCHAR: module key of the rollout
-- returns: BOOLEAN: whether the keys are of this pattern
-- requires: none
-- portable: no
create macro rolloutdiff.cons_fused_v1(p_train, p_rollout) as
    regexp_matches(lower(p_train), 'linear_q_down_proj|linear_kv_down_proj') and contains(lower(p_rollout), 'fused_qkv_a_proj');
