-- name: cons_strip_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: A shape without its dimensions of size 1; [1] when none is left.
-- params: p_shape BIGINT[]: shape
-- returns: BIGINT[]: shape, NULL without one
-- requires: none
-- portable: no
create macro rolloutdiff.cons_strip_v1(p_shape) as
    case
        when p_shape is null then null
        when len(list_filter(p_shape, lambda size_: size_ <> 1)) = 0 then [1]::bigint[]
        else list_filter(p_shape, lambda size_: size_ <> 1)
    end;
