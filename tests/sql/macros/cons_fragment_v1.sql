-- case: the last two parts
-- call:
select rolloutdiff.cons_fragment_v1(t.key)
from (
    values
    (1, 'Module.module.module.decoder.layers.3.mlp.linear_fc2.A.forward.0'), (2, 'Module.model.layers.3.B.forward.0'), (3, 'Module.model.norm.B.backward.1'),
    (4, 'Module.lm_head.B.forward.0'), (5, 'x')
) as t(place, key)
order by t.place;
-- expect:
--   'linear_fc2.A'
--   'B'
--   'norm.B'
--   'lm_head.B'
--   'x'
