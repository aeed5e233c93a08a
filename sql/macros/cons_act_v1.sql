-- name: cons_act_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Whether a module key looks like an activation function or an element-wise product.
-- params: p_key VARCHAR: module key; p_words BOOLEAN: take mul for a word of its own, in the spelling of a class or of a path, so that MultiHead is none; otherwise it counts anywhere
-- returns: BOOLEAN: whether it does
-- requires: none
-- portable: no
create macro rolloutdiff.cons_act_v1(p_key, p_words) as
    regexp_matches(lower(p_key), 'act_fn|silu|swiglu|gelu|activation')
    or case
        when p_words then
            len(list_filter(regexp_extract_all(p_key, '[A-Z]+[a-z]*|[a-z]+'), lambda term_: lower(term_) = 'mul')) > 0
        else contains(lower(p_key), 'mul')
    end;
