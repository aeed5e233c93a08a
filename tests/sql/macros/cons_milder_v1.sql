-- case: the milder of two
-- call:
select t.one, t.other, rolloutdiff.cons_milder_v1(t.one, t.other), rolloutdiff.cons_milder_v1(t.other, t.one)
from (
    values
    (1, 'ok', 'alert'), (2, 'warn', 'alert'), (3, 'ok', 'warn'), (4, 'alert', 'alert'), (5, 'missing', 'alert'), (6, 'missing', 'missing')
) as t(place, one, other)
order by t.place;
-- expect:
--   'ok' | 'alert' | 'ok' | 'ok'
--   'warn' | 'alert' | 'warn' | 'warn'
--   'ok' | 'warn' | 'ok' | 'ok'
--   'alert' | 'alert' | 'alert' | 'alert'
--   'missing' | 'alert' | 'alert' | 'alert'
--   'missing' | 'missing' | 'missing' | 'missing'
