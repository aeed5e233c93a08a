-- name: cons_milder_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: The milder of two verdicts, where a missing one does not count.
-- params: p_one VARCHAR: verdict; p_other VARCHAR: verdict
-- returns: VARCHAR: ok, warn, alert or missing
-- requires: none
-- portable: no
create macro rolloutdiff.cons_milder_v1(p_one, p_other) as
    case
        when p_one = 'missing' then p_other
        when p_other = 'missing' then p_one
        when p_one = 'ok' or p_other = 'ok' then 'ok'
        when p_one = 'warn' or p_other = 'warn' then 'warn'
        else 'alert'
    end;
