-- case: a part of training and the whole of the rollout
-- call:
select
    rolloutdiff.cons_fused_v1('a.linear_q_down_proj.B', 'a.fused_qkv_a_proj.B'), rolloutdiff.cons_fused_v1('a.Linear_KV_down_proj.B', 'a.FUSED_qkv_a_proj.B'),
    rolloutdiff.cons_fused_v1('a.linear_q_up_proj.B', 'a.fused_qkv_a_proj.B'), rolloutdiff.cons_fused_v1('a.linear_q_down_proj.B', 'a.q_a_proj.B');
-- expect:
--   true | true | false | false
