-- given:
create temp table c_entry as
select t.side, t.module_key, '{}'::json as value, 'OBJECT' as type, t.is_module, t.ord::bigint as ord
from (
    values
    ('train', 'Module.module.module.decoder.layers.0.mlp.linear_fc1.A.forward.0', true, 1), ('train', 'Module.module.module.decoder.layers.0.mlp.linear_fc1.A.forward.1', true, 2),
    ('train', 'Module.module.module.decoder.layers.0.x.IdentityOp.forward.0', true, 3), ('train', 'other', false, 1),
    ('rollout', 'Module.model.layers.0.mlp.gate_up_proj.B.forward.0', true, 1), ('rollout', 'Module.model.layers.0.mlp.gate_up_proj.B.forward.1', true, 2),
    ('rollout', 'Module.model.layers.1.mlp.gate_up_proj.B.forward.0', true, 3), ('rollout', 'Module.model.layers.0.x.IdentityOp.forward.0', true, 4)
) as t(side, module_key, is_module, ord);
create temp table given_mapping (train_key varchar, rollout_key varchar, peer bigint);

-- case: by name, calls of one number with each other
-- run: cons_pair {"automatic": true, "compat": false}
-- call:
select p.pair_ord, p.train_ord, p.rollout_key, p.rollout_ord from c_pair as p order by p.pair_ord;
-- expect:
--   1 | 1 | 'Module.model.layers.0.mlp.gate_up_proj.B.forward.0' | 1
--   2 | 2 | 'Module.model.layers.0.mlp.gate_up_proj.B.forward.1' | 2
-- call:
select m.train_ord, len(m.rollout_keys), m.layer_index, m.block, m.cardinality, m.confidence, m.note from c_mapping as m order by m.train_ord;
-- expect:
--   1 | 1 | 0 | 'mlp' | '1:1' | 'high' | NULL
--   2 | 1 | 0 | 'mlp' | '1:1' | 'high' | NULL
--   3 | 0 | 0 | 'other' | '1:0' | 'low' | 'no_peer'
-- call:
select k.side, k.ord, k.layer_index, k.block, k.path, k.call, k.act from c_key as k where k.ord in (2, 4) order by k.side;
-- expect:
--   'rollout' | 2 | 0 | 'mlp' | 'layers.0.mlp.gate_up_proj' | 'forward.1' | false
--   'rollout' | 4 | 0 | 'other' | NULL | 'forward.0' | false
--   'train' | 2 | 0 | 'mlp' | 'layers.0.mlp.gate_up_proj' | 'forward.1' | false

-- case: by name under profile compat, every call with every call
-- run: cons_pair {"automatic": true, "compat": true}
-- call:
select p.pair_ord, p.train_ord, p.rollout_ord from c_pair as p order by p.pair_ord;
-- expect:
--   1 | 1 | 1
--   2 | 1 | 2
--   3 | 2 | 1
--   4 | 2 | 2
-- call:
select m.train_ord, m.cardinality from c_mapping as m order by m.train_ord;
-- expect:
--   1 | '1:N'
--   2 | '1:N'
--   3 | '1:0'

-- case: by a mapping, which may name what is not there
-- given:
insert into given_mapping values
    ('Module.module.module.decoder.layers.0.x.IdentityOp.forward.0', 'Module.none', 2), ('Module.module.module.decoder.layers.0.x.IdentityOp.forward.0', 'Module.model.layers.1.mlp.gate_up_proj.B.forward.0', 1),
    ('Module.not.there', 'Module.none', 1);
-- run: cons_pair {"automatic": false, "compat": false}
-- call:
select p.pair_ord, p.train_ord, p.rollout_key, p.rollout_ord from c_pair as p order by p.pair_ord;
-- expect:
--   1 | 3 | 'Module.model.layers.1.mlp.gate_up_proj.B.forward.0' | 3
--   2 | 3 | 'Module.none' | NULL
-- call:
select m.train_ord, m.rollout_keys, m.cardinality, m.confidence, m.note from c_mapping as m where m.train_ord = 3;
-- expect:
--   3 | ['Module.model.layers.1.mlp.gate_up_proj.B.forward.0', 'Module.none'] | '1:N' | 'low' | 'unknown_peer'
