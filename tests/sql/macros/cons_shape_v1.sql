-- case: five relations
-- call:
select rolloutdiff.cons_shape_v1(t.train, t.rollout)
from (
    values
    (1, [2, 3]::bigint[], [2, 3]::bigint[]), (2, [1, 2, 3], [2, 3, 1]), (3, [2, 3], [6]), (4, [2, 3], [2, 4]), (5, [2, 3], null), (6, null, null),
    (7, []::bigint[], [1]), (8, [0, 2], [0, 3])
) as t(place, train, rollout)
order by t.place;
-- expect:
--   'exact_match'
--   'singleton_compatible_numel_match'
--   'numel_match'
--   'numel_mismatch'
--   'unknown'
--   'unknown'
--   'singleton_compatible_numel_match'
--   'numel_match'
