-- name: cons_rank_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Priority of a compared tensor from its verdict and the relation of the shapes.
-- params: p_mismatch BOOLEAN: whether a statistic differs; p_relation VARCHAR: relation of the shapes
-- returns: STRUCT(priority_rank INTEGER, priority_bucket VARCHAR, value_status VARCHAR): 1 values differ and sizes agree, 2 values and sizes differ, 3 only shapes differ, 4 nothing that could be compared differs
-- requires: none
-- portable: no
create macro rolloutdiff.cons_rank_v1(p_mismatch, p_relation) as
    case
        when p_mismatch and p_relation = 'exact_match'
            then {'priority_rank': 1, 'priority_bucket': 'value_mismatch_shape_match', 'value_status': 'alert'}
        when p_mismatch and p_relation in ('singleton_compatible_numel_match', 'numel_match')
            then {'priority_rank': 1, 'priority_bucket': 'value_mismatch_numel_match', 'value_status': 'alert'}
        when p_mismatch and p_relation = 'numel_mismatch'
            then {'priority_rank': 2, 'priority_bucket': 'value_mismatch_shape_mismatch', 'value_status': 'warn'}
        when p_relation in ('singleton_compatible_numel_match', 'numel_match', 'numel_mismatch')
            then {'priority_rank': 3, 'priority_bucket': 'value_match_shape_mismatch', 'value_status': 'warn'}
        else {'priority_rank': 4, 'priority_bucket': 'value_match_shape_match', 'value_status': 'ok'}
    end;
