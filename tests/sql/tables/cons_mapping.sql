-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_mapping (
    comparison_id, train_ord, train_key, rollout_keys, layer_index, block, cardinality, confidence, note
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', ['ast:if', 'it''s'], 104, 'mlp', '1:N', 'low',
    'unknown_peer'
);
-- call:
select
    x.comparison_id, x.train_ord, x.train_key, x.rollout_keys, x.layer_index, x.block, x.cardinality,
    x.confidence, x.note
from rolloutdiff.cons_mapping as x;
-- expect:
--   'c''1' | 3000000001 | 'Module.a."b".A.forward.0' | ['ast:if', 'it''s'] | 104 | 'mlp' | '1:N' | 'low' | 'unknown_peer'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_mapping (
    comparison_id, train_ord, train_key, rollout_keys, layer_index, block, cardinality, confidence, note
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', ['ast:if', 'it''s'], null, 'mlp', '1:N', 'low', null
);
-- call:
select
    x.comparison_id, x.train_ord, x.train_key, x.rollout_keys, x.layer_index, x.block, x.cardinality,
    x.confidence, x.note
from rolloutdiff.cons_mapping as x;
-- expect:
--   'c''1' | 3000000001 | 'Module.a."b".A.forward.0' | ['ast:if', 'it''s'] | NULL | 'mlp' | '1:N' | 'low' | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_mapping (
    comparison_id, train_ord, train_key, rollout_keys, layer_index, block, cardinality, confidence, note
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', ['ast:if', 'it''s'], null, 'mlp', '1:N', 'low', null
);
-- call:
update rolloutdiff.cons_mapping set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_mapping set train_ord = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?train_ord"?
-- call:
update rolloutdiff.cons_mapping set train_key = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?train_key"?
-- call:
update rolloutdiff.cons_mapping set rollout_keys = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?rollout_keys"?
-- call:
update rolloutdiff.cons_mapping set block = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?block"?
-- call:
update rolloutdiff.cons_mapping set cardinality = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?cardinality"?
-- call:
update rolloutdiff.cons_mapping set confidence = null;
-- fails: NOT NULL constraint failed: "?cons_mapping"?\."?confidence"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_mapping (
    comparison_id, train_ord, train_key, rollout_keys, layer_index, block, cardinality, confidence, note
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', ['ast:if', 'it''s'], null, 'mlp', '1:N', 'low', null
);
-- call:
update rolloutdiff.cons_mapping set train_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_mapping set layer_index = 'two';
-- fails: Could not convert string 'two' to INT32
