-- name: cons_worst_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: The worst of several verdicts; missing ones count as ok.
-- params: p_statuses VARCHAR[]: verdicts
-- returns: VARCHAR: ok, warn or alert
-- requires: none
-- portable: no
create macro rolloutdiff.cons_worst_v1(p_statuses) as
    case when list_contains(p_statuses, 'alert') then 'alert' when list_contains(p_statuses, 'warn') then 'warn' else 'ok' end;
