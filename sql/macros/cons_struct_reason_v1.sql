-- name: cons_struct_reason_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Why a suspect pair is one by its structure only: parts that the other side has fused.
-- params: p_train VARCHAR: module key of training; p_rollout VARCHAR: module key of the rollout
-- returns: VARCHAR: structural fusion pattern: part -> whole; NULL when there is no such reason
-- requires: none
-- portable: no
create macro rolloutdiff.cons_struct_reason_v1(p_train, p_rollout) as
    case
        when not contains(lower(p_rollout), 'fused_qkv_a_proj') then null
        when contains(lower(p_train), 'linear_q_down_proj')
            then 'structural fusion pattern: linear_q_down_proj -> fused_qkv_a_proj'
        when contains(lower(p_train), 'linear_kv_down_proj')
            then 'structural fusion pattern: linear_kv_down_proj -> fused_qkv_a_proj'
    end;
