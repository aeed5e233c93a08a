-- case: the first word that fits, in any case
-- call:
select rolloutdiff.cons_block_v1(t.key)
from (
    values
    (1, 'M.layers.0.MLP.norm.A'), (2, 'M.layers.0.self_attn.q_norm.A'), (3, 'M.layers.0.Self_Attention.A'),
    (4, 'M.x.LatentAttention.A'), (5, 'M.layers.0.input_layerNorm.A'), (6, 'M.embed_tokens.A'), (7, 'M.mlp'), (8, 'M.lm_head.A')
) as t(place, key)
order by t.place;
-- expect:
--   'mlp'
--   'attn'
--   'attn'
--   'attn'
--   'norm'
--   'embed'
--   'other'
--   'other'
