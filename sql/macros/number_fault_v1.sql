-- name: number_fault_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Why a JSON value cannot be read as a reward; NULL when it is absent, null, a number, a boolean, or the exact text of a finite number or a boolean.
-- params: p_value JSON: JSON value
-- returns: VARCHAR: what the value is, to follow "is"; or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.number_fault_v1(p_value) as
    case
        when json_type(p_value) = 'OBJECT' then 'an object, not a number'
        when json_type(p_value) = 'ARRAY' then 'a list, not a number'
        when json_type(p_value) = 'VARCHAR' and not regexp_full_match(
            json_extract_string(p_value, '$'),
            '[Tt]rue|[Ff]alse|[+-]?(0|[1-9][0-9]*)([.][0-9]*)?([eE][+-]?[0-9]+)?|[+-]?[.][0-9]+([eE][+-]?[0-9]+)?'
        ) then 'text, not a number'
    end;
