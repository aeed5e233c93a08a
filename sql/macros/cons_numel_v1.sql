-- name: cons_numel_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Elements of a tensor of this shape; 1 for a scalar.
-- params: p_shape BIGINT[]: shape
-- returns: BIGINT: product of the sizes, NULL without a shape or beyond 64 bits
-- requires: none
-- portable: no
create macro rolloutdiff.cons_numel_v1(p_shape) as
    case when p_shape is not null then try_cast(coalesce(list_product(p_shape), 1) as bigint) end;
