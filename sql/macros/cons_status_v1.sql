-- name: cons_status_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Verdict on one relative difference; both lines belong to the milder side.
-- params: p_err DOUBLE: relative difference; p_ok DOUBLE: largest difference that is ok; p_warn DOUBLE: largest difference that is warn
-- returns: VARCHAR: ok, warn, alert (also for NaN), or missing for NULL
-- requires: none
-- portable: no
create macro rolloutdiff.cons_status_v1(p_err, p_ok, p_warn) as
    case when p_err is null then 'missing' when p_err <= p_ok then 'ok' when p_err <= p_warn then 'warn' else 'alert' end;
