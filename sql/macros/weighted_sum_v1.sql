-- name: weighted_sum_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Sum of weight times value over the values that are not NULL, in list order; NULL when all are.
-- params: p_values DOUBLE[]: values, NULL where not scored; p_weights DOUBLE[]: one weight per value
-- returns: DOUBLE: weighted sum or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.weighted_sum_v1(p_values, p_weights) as
    list_sum(list_transform(p_values, lambda x, i: x * p_weights[i]));
