-- name: cons_block_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Part of a layer that a module key belongs to, told by its words in lower case, the first that fits.
-- params: p_key VARCHAR: module key
-- returns: VARCHAR: mlp, attn, norm, embed or other
-- requires: none
-- portable: no
create macro rolloutdiff.cons_block_v1(p_key) as
    case
        when contains(lower(p_key), '.mlp.') then 'mlp'
        when regexp_matches(lower(p_key), 'self_attn|self_attention|attention') then 'attn'
        when contains(lower(p_key), 'norm') then 'norm'
        when contains(lower(p_key), 'embed') then 'embed'
        else 'other'
    end;
