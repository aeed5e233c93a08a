-- name: cons_layer_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Number of the layer in a module key, NULL where there is none.
-- params: p_key VARCHAR: module key
-- returns: INTEGER: digits of the first .layers.N. in the key
-- requires: none
-- portable: no
create macro rolloutdiff.cons_layer_v1(p_key) as
    try_cast(nullif(regexp_extract(p_key, '\.layers\.([0-9]+)\.', 1), '') as integer);
