-- case: the first layer of a key
-- call:
select t.key, rolloutdiff.cons_layer_v1(t.key)
from (
    values
    (1, 'Module.model.layers.12.mlp.A.forward.0'), (2, 'Module.layers.3.layers.4.A'), (3, 'Module.model.norm.A'),
    (4, 'Module.model.layers.x.A'), (5, 'layers.3.A'), (6, 'Module.layers.99999999999.A'), (7, null)
) as t(place, key)
order by t.place;
-- expect:
--   'Module.model.layers.12.mlp.A.forward.0' | 12
--   'Module.layers.3.layers.4.A' | 3
--   'Module.model.norm.A' | NULL
--   'Module.model.layers.x.A' | NULL
--   'layers.3.A' | NULL
--   'Module.layers.99999999999.A' | NULL
--   NULL | NULL
