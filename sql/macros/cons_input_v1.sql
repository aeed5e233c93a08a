-- name: cons_input_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Whether the inputs of a pair agree, from positional and named ones together.
-- params: p_args VARCHAR: positional inputs: aligned, mismatch or missing; p_kwargs VARCHAR: named inputs: aligned, partial, mismatch, missing or not_applicable
-- returns: VARCHAR: mismatch when one differs, aligned when anything else could be compared, else missing
-- requires: none
-- portable: no
create macro rolloutdiff.cons_input_v1(p_args, p_kwargs) as
    case
        when p_args = 'mismatch' or p_kwargs = 'mismatch' then 'mismatch'
        when p_args = 'missing' and p_kwargs in ('missing', 'not_applicable') then 'missing'
        else 'aligned'
    end;
