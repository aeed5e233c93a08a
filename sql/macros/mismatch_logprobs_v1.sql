-- name: mismatch_logprobs_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Log-probabilities of tokens as a list, from a JSON array or from text that holds one; an element that is no number is NULL.
-- params: p_value JSON: what the source has
-- returns: DOUBLE[]: one value per token; NULL where the source has none or an empty text, a list of one NULL where it has something else
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_logprobs_v1(p_value) as
    case json_type(p_value)
        when 'ARRAY' then try_cast(p_value as double[])
        when 'NULL' then null
        when 'VARCHAR' then case
            when trim(json_extract_string(p_value, '$')) <> ''
                then coalesce(try_cast(json_extract_string(p_value, '$') as double[]), [null::double])
        end
        else case when p_value is not null then [null::double] end
    end;
