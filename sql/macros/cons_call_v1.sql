-- name: cons_call_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Number of the call at the end of a module key.
-- params: p_key VARCHAR: module key
-- returns: VARCHAR: forward, backward or parameters_grad with its number, such as forward.0; empty when there is none
-- requires: none
-- portable: no
create macro rolloutdiff.cons_call_v1(p_key) as
    regexp_extract(p_key, '\.((forward|backward|parameters_grad)\.[0-9]+)$', 1);
