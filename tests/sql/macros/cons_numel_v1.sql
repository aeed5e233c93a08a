-- case: product of the sizes
-- call:
select
    rolloutdiff.cons_numel_v1([2, 3, 4]), rolloutdiff.cons_numel_v1([]::bigint[]), rolloutdiff.cons_numel_v1([5, 0]),
    rolloutdiff.cons_numel_v1(null::bigint[]), rolloutdiff.cons_numel_v1([1099511627776, 1099511627776]);
-- expect:
--   24 | 1 | 0 | NULL | NULL
