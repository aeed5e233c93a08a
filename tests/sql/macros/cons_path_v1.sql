-- case: both sides come to one path
-- call:
select rolloutdiff.cons_path_v1(t.train, false), rolloutdiff.cons_path_v1(t.rollout, false)
from (
    values
    (1, 'Module.module.module.decoder.layers.3.mlp.linear_fc1.A.forward.0', 'Module.model.layers.3.mlp.gate_up_proj.B.forward.1'),
    (2, 'Module.module.module.decoder.layers.3.mlp.linear_fc2.A.forward.0', 'Module.model.layers.3.mlp.down_proj.B.forward.0'),
    (3, 'Module.module.decoder.layers.3.self_attention.linear_proj.A.forward.0', 'Module.model.layers.3.self_attn.o_proj.B.forward.0'),
    (4, 'Module.module.module.decoder.layers.3.self_attention.linear_q_down_proj.A.forward.0', 'Module.model.layers.3.self_attn.fused_qkv_a_proj.B.forward.0'),
    (5, 'Module.module.module.decoder.layers.3.self_attention.linear_kv_down_proj.A.forward.0', 'Module.model.layers.3.self_attn.fused_qkv_a_proj.B.forward.0'),
    (6, 'Module.module.module.decoder.layers.3.self_attention.linear_q_up_proj.A.forward.0', 'Module.model.layers.3.self_attn.q_b_proj.B.forward.0'),
    (7, 'Module.module.module.decoder.layers.3.self_attention.q_layernorm.A.forward.0', 'Module.model.layers.3.self_attn.q_a_layernorm.B.forward.0'),
    (8, 'Module.module.module.decoder.layers.3.self_attention.core_attention.indexer.linear_wq_b.A.forward.0', 'Module.model.layers.3.self_attn.indexer.wq_b.B.forward.0'),
    (9, 'Module.module.module.decoder.layers.3.self_attention.core_attention.indexer.linear_wk.A.forward.0', 'Module.model.layers.3.self_attn.indexer.wk.B.forward.0'),
    (10, 'Module.module.module.decoder.layers.3.self_attention.core_attention.indexer.linear_weights_proj.A.forward.0', 'Module.model.layers.3.self_attn.indexer.weights_proj.B.forward.0'),
    (11, 'Module.module.module.decoder.layers.3.pre_mlp_layernorm.A.forward.0', 'Module.model.layers.3.post_attention_layernorm.B.forward.0'),
    (12, 'Module.module.module.decoder.layers.3.mlp.router.A.forward.0', 'Module.model.layers.3.mlp.gate.B.forward.0'),
    (13, 'Module.module.module.decoder.final_layernorm.A.forward.0', 'Module.model.norm.B.forward.0'),
    (14, 'Module.module.module.word_embeddings.A.forward.0', 'Module.model.embed_tokens.B.forward.0')
) as t(place, train, rollout)
order by t.place;
-- expect:
--   'layers.3.mlp.gate_up_proj' | 'layers.3.mlp.gate_up_proj'
--   'layers.3.mlp.down_proj' | 'layers.3.mlp.down_proj'
--   'layers.3.self_attn.o_proj' | 'layers.3.self_attn.o_proj'
--   'layers.3.self_attn.fused_qkv_a_proj' | 'layers.3.self_attn.fused_qkv_a_proj'
--   'layers.3.self_attn.fused_qkv_a_proj' | 'layers.3.self_attn.fused_qkv_a_proj'
--   'layers.3.self_attn.q_b_proj' | 'layers.3.self_attn.q_b_proj'
--   'layers.3.self_attn.q_a_layernorm' | 'layers.3.self_attn.q_a_layernorm'
--   'layers.3.self_attn.indexer.wq_b' | 'layers.3.self_attn.indexer.wq_b'
--   'layers.3.self_attn.indexer.wk' | 'layers.3.self_attn.indexer.wk'
--   'layers.3.self_attn.indexer.weights_proj' | 'layers.3.self_attn.indexer.weights_proj'
--   'layers.3.pre_mlp_layernorm' | 'layers.3.pre_mlp_layernorm'
--   'layers.3.mlp.gate' | 'layers.3.mlp.gate'
--   'norm' | 'norm'
--   'embed_tokens' | 'embed_tokens'

-- case: with more names
-- call:
select rolloutdiff.cons_path_v1(t.key, true), rolloutdiff.cons_path_v1(t.key, false)
from (
    values
    (1, 'Module.module.module.decoder.layers.3.self_attention.kv_layernorm.A.forward.0'), (2, 'Module.module.module.decoder.layers.3.self_attention.linear_kv_up_proj.A.forward.0'),
    (3, 'Module.module.module.embedding.word_embeddings.A.forward.0'), (4, 'Module.module.module.output_layer.A.forward.0'), (5, 'Module.lm_head.A.forward.0'),
    (6, 'Module.module.module.decoder.layers.3.self_attention.core_attention.DSAttention.forward.0')
) as t(place, key)
order by t.place;
-- expect:
--   'layers.3.self_attn.kv_a_layernorm' | 'layers.3.self_attn.kv_layernorm'
--   'layers.3.self_attn.kv_b_proj' | 'layers.3.self_attn.linear_kv_up_proj'
--   'embed_tokens' | 'embedding.embed_tokens'
--   'lm_head' | 'output_layer'
--   'lm_head' | 'Module.lm_head'
--   'layers.3.self_attn.mla_attn' | 'layers.3.self_attn'

-- case: modules that do nothing have none, other calls keep their end
-- call:
select
    rolloutdiff.cons_path_v1('Module.module.module.decoder.layers.0.cross_attention.IdentityOp.forward.0', true),
    rolloutdiff.cons_path_v1('Module.module.module.decoder.layers.0.mlp_bda.IdentityFuncOp.forward.0', false),
    rolloutdiff.cons_path_v1('Module.model.layers.0.mlp.down_proj.B.backward.0', true);
-- expect:
--   NULL | NULL | 'layers.0.mlp.down_proj.B.backward.0'
