-- case: the worst of several
-- call:
select
    rolloutdiff.cons_worst_v1(['ok', 'warn', 'alert']), rolloutdiff.cons_worst_v1(['warn', 'ok', 'missing']),
    rolloutdiff.cons_worst_v1(['missing', 'missing']), rolloutdiff.cons_worst_v1([]);
-- expect:
--   'alert' | 'warn' | 'ok' | 'ok'
