-- case: which part
-- call:
select
    rolloutdiff.cons_struct_reason_v1('a.linear_q_down_proj.B', 'a.fused_qkv_a_proj.B'), rolloutdiff.cons_struct_reason_v1('a.Linear_KV_down_proj.B', 'a.FUSED_qkv_a_proj.B'),
    rolloutdiff.cons_struct_reason_v1('a.linear_q_up_proj.B', 'a.fused_qkv_a_proj.B'), rolloutdiff.cons_struct_reason_v1('a.linear_q_down_proj.B', 'a.q_a_proj.B');
-- expect:
--   'structural fusion pattern: linear_q_down_proj -> fused_qkv_a_proj' | 'structural fusion pattern: linear_kv_down_proj -> fused_qkv_a_proj' | NULL | NULL
