-- name: finite_number_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Number that a text stands for: true and false are 1 and 0; NULL when it is no number, NaN or infinite.
-- params: p_text VARCHAR: text form of a number or a boolean
-- returns: DOUBLE: finite number or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.finite_number_v1(p_text) as
    case
        when lower(p_text) = 'true' then 1.0::double
        when lower(p_text) = 'false' then 0.0::double
        when isfinite(try_cast(p_text as double)) then try_cast(p_text as double)
    end;
