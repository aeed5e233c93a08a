-- name: public_name_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Name of a feature as a report shows it: with p_hash, words and identifiers that come from completions are replaced by a hash.
-- params: p_name VARCHAR: full name of the feature; p_hash BOOLEAN: hide what comes from completions
-- returns: VARCHAR
-- requires: none
-- portable: yes
create macro rolloutdiff.public_name_v1(p_name, p_hash) as (
    case
        when p_hash and (
            starts_with(p_name, 'lex:')
            or starts_with(p_name, 'custom:')
            or (
                regexp_matches(p_name, '^ast:(def|class|call|import|except|assign|decorator):')
                and p_name <> 'ast:except:bare'
            )
        )
            then split_part(p_name, ':', 1) || ':h' || left(sha256(p_name), 12)
        else p_name
    end
);
