-- case: the difference, within its bounds, which belong to it
-- call:
select rolloutdiff.audit_logw_v1(t.target, t.behavior)
from (values
    (1, -3.5, -5.0), (2, -5.0, -3.5), (3, 0.0, 0.0), (4, -1.0, -31.0), (5, -1.0, -31.5), (6, -51.0, -1.0), (7, -51.5, -1.0), (8, -1e300, 1e300)
) as t (n, target, behavior)
order by t.n;
-- expect:
--   1.5
--   -1.5
--   0.0
--   30.0
--   30.0
--   -50.0
--   -50.0
--   -50.0

-- case: nothing without both
-- call:
select
    rolloutdiff.audit_logw_v1(null::double, -1.0::double), rolloutdiff.audit_logw_v1(-1.0::double, null::double),
    rolloutdiff.audit_logw_v1(null::double, null::double);
-- expect:
--   NULL | NULL | NULL
