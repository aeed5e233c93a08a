-- name: text_hash_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Hash of the texts of a rollout, by which they are known again in the dump.
-- params: p_prompt VARCHAR: prompt; p_response VARCHAR: completion, NULL where there is none; p_extras VARCHAR: other columns as JSON, or NULL
-- returns: UBIGINT: the last eight bytes of an MD5, little-endian
-- requires: none
-- portable: no
create macro rolloutdiff.text_hash_v1(p_prompt, p_response, p_extras) as
    md5_number_lower(
        concat(md5(p_prompt), coalesce(md5(p_response), 'missing'), coalesce(md5(p_extras), 'missing'))
    );
