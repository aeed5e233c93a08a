-- case: sizes of 1 go
-- call:
select
    rolloutdiff.cons_strip_v1([1, 2, 1, 3]), rolloutdiff.cons_strip_v1([1, 1]), rolloutdiff.cons_strip_v1([]::bigint[]),
    rolloutdiff.cons_strip_v1(null::bigint[]);
-- expect:
--   [2, 3] | [1] | [1] | NULL
