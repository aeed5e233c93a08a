-- case: values that are absent are left out
-- call:
select rolloutdiff.weighted_sum_v1([1.0, null, 3.0]::double[], [0.5, 9.0, -1.0]::double[]);
-- expect:
--   -2.5

-- case: of nothing there is no sum
-- call:
select
    rolloutdiff.weighted_sum_v1([null, null]::double[], [1.0, 1.0]::double[]),
    rolloutdiff.weighted_sum_v1([]::double[], []::double[]),
    rolloutdiff.weighted_sum_v1([0.0]::double[], [7.0]::double[]);
-- expect:
--   NULL | NULL | 0.0

-- case: the sum is taken in order of the list
-- call:
select rolloutdiff.weighted_sum_v1([1e17, 1.0, -1e17]::double[], [1.0, 1.0, 1.0]::double[]);
-- expect:
--   0.0
