-- name: cons_shape_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: How two shapes relate.
-- params: p_train BIGINT[]: shape of training; p_rollout BIGINT[]: shape of the rollout
-- returns: VARCHAR: exact_match, singleton_compatible_numel_match (equal without sizes of 1), numel_match (as many elements), numel_mismatch, or unknown when a shape is absent
-- requires: cons_numel_v1, cons_strip_v1
-- portable: no
create macro rolloutdiff.cons_shape_v1(p_train, p_rollout) as
    case
        when p_train is null or p_rollout is null then 'unknown'
        when p_train = p_rollout then 'exact_match'
        when rolloutdiff.cons_numel_v1(p_train) is distinct from rolloutdiff.cons_numel_v1(p_rollout) then 'numel_mismatch'
        when rolloutdiff.cons_strip_v1(p_train) = rolloutdiff.cons_strip_v1(p_rollout) then 'singleton_compatible_numel_match'
        else 'numel_match'
    end;
