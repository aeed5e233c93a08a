-- name: whole_number_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Integer that a text stands for, 7, 7.0 and +7 alike; NULL when it has a fraction or is no number.
-- params: p_text VARCHAR: text form of an integer
-- returns: BIGINT: integer or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.whole_number_v1(p_text) as
    case
        when regexp_full_match(p_text, '[+-]?[0-9]{1,18}([.]0*)?')
            then try_cast(split_part(p_text, '.', 1) as bigint)
    end;
