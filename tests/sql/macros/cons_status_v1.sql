-- case: both lines belong to the milder side
-- call:
select rolloutdiff.cons_status_v1(t.err, 0.0001, 0.01)
from (
    values (1, 0.0), (2, 0.0001), (3, 0.00010000000000000002), (4, 0.01), (5, 0.010000000000000002), (6, 'nan'::double), (7, 'inf'::double), (8, null)
) as t(place, err)
order by t.place;
-- expect:
--   'ok'
--   'ok'
--   'warn'
--   'warn'
--   'alert'
--   'alert'
--   'alert'
--   'missing'
