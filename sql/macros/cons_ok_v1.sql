-- name: cons_ok_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Largest relative difference that rounding of the stored type explains: bfloat16 keeps 8 bits, float16 keeps 11.
-- params: p_dtype VARCHAR: type as the dump names it, such as torch.bfloat16
-- returns: DOUBLE: 0.004 for bfloat16, 0.001 for float16, 0.0001 for all else
-- requires: none
-- portable: no
create macro rolloutdiff.cons_ok_v1(p_dtype) as
    case
        when contains(lower(p_dtype), 'bfloat16') then 0.004::double
        when contains(lower(p_dtype), 'float16') or lower(p_dtype) like '%.half' then 0.001::double
        else 0.0001::double
    end;
