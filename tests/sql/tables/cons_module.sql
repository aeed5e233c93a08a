-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_module (
    comparison_id, pair_ord, train_key, rollout_key, layer_index, block, output_consistency,
    output_priority_bucket, parameter_consistency, parameter_priority_bucket, input_args_consistency,
    input_args_priority_bucket, input_kwargs_consistency, input_kwargs_numeric_consistency,
    input_kwargs_shape_relation, input_kwargs_compared_keys, input_kwargs_missing_train_keys,
    input_kwargs_missing_rollout_keys, input_consistency, premise_incomplete, module_bucket,
    module_priority_rank, module_status, focus_level, container, skip_reason
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', 'Module.it''s.B.forward.0', 104, 'mlp', 'aligned',
    'b1', 'missing', 'b2', 'mismatch', 'b3', 'partial', 'match', 'unknown', ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], 'aligned', false, 'module_impl_mismatch', 121,
    'output_mismatch', 'high', true, 'structural'
);
-- call:
select
    x.comparison_id, x.pair_ord, x.train_key, x.rollout_key, x.layer_index, x.block,
    x.output_consistency, x.output_priority_bucket, x.parameter_consistency,
    x.parameter_priority_bucket, x.input_args_consistency, x.input_args_priority_bucket,
    x.input_kwargs_consistency, x.input_kwargs_numeric_consistency, x.input_kwargs_shape_relation,
    x.input_kwargs_compared_keys, x.input_kwargs_missing_train_keys,
    x.input_kwargs_missing_rollout_keys, x.input_consistency, x.premise_incomplete, x.module_bucket,
    x.module_priority_rank, x.module_status, x.focus_level, x.container, x.skip_reason
from rolloutdiff.cons_module as x;
-- expect:
--   'c''1' | 3000000001 | 'Module.a."b".A.forward.0' | 'Module.it''s.B.forward.0' | 104 | 'mlp' | 'aligned' | 'b1' | 'missing' | 'b2' | 'mismatch' | 'b3' | 'partial' | 'match' | 'unknown' | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | 'aligned' | false | 'module_impl_mismatch' | 121 | 'output_mismatch' | 'high' | true | 'structural'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_module (
    comparison_id, pair_ord, train_key, rollout_key, layer_index, block, output_consistency,
    output_priority_bucket, parameter_consistency, parameter_priority_bucket, input_args_consistency,
    input_args_priority_bucket, input_kwargs_consistency, input_kwargs_numeric_consistency,
    input_kwargs_shape_relation, input_kwargs_compared_keys, input_kwargs_missing_train_keys,
    input_kwargs_missing_rollout_keys, input_consistency, premise_incomplete, module_bucket,
    module_priority_rank, module_status, focus_level, container, skip_reason
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', 'Module.it''s.B.forward.0', null, 'mlp', 'aligned',
    'b1', 'missing', 'b2', 'mismatch', 'b3', 'partial', 'match', 'unknown', ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], 'aligned', false, 'module_impl_mismatch', 121,
    'output_mismatch', 'high', true, null
);
-- call:
select
    x.comparison_id, x.pair_ord, x.train_key, x.rollout_key, x.layer_index, x.block,
    x.output_consistency, x.output_priority_bucket, x.parameter_consistency,
    x.parameter_priority_bucket, x.input_args_consistency, x.input_args_priority_bucket,
    x.input_kwargs_consistency, x.input_kwargs_numeric_consistency, x.input_kwargs_shape_relation,
    x.input_kwargs_compared_keys, x.input_kwargs_missing_train_keys,
    x.input_kwargs_missing_rollout_keys, x.input_consistency, x.premise_incomplete, x.module_bucket,
    x.module_priority_rank, x.module_status, x.focus_level, x.container, x.skip_reason
from rolloutdiff.cons_module as x;
-- expect:
--   'c''1' | 3000000001 | 'Module.a."b".A.forward.0' | 'Module.it''s.B.forward.0' | NULL | 'mlp' | 'aligned' | 'b1' | 'missing' | 'b2' | 'mismatch' | 'b3' | 'partial' | 'match' | 'unknown' | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | 'aligned' | false | 'module_impl_mismatch' | 121 | 'output_mismatch' | 'high' | true | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_module (
    comparison_id, pair_ord, train_key, rollout_key, layer_index, block, output_consistency,
    output_priority_bucket, parameter_consistency, parameter_priority_bucket, input_args_consistency,
    input_args_priority_bucket, input_kwargs_consistency, input_kwargs_numeric_consistency,
    input_kwargs_shape_relation, input_kwargs_compared_keys, input_kwargs_missing_train_keys,
    input_kwargs_missing_rollout_keys, input_consistency, premise_incomplete, module_bucket,
    module_priority_rank, module_status, focus_level, container, skip_reason
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', 'Module.it''s.B.forward.0', null, 'mlp', 'aligned',
    'b1', 'missing', 'b2', 'mismatch', 'b3', 'partial', 'match', 'unknown', ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], 'aligned', false, 'module_impl_mismatch', 121,
    'output_mismatch', 'high', true, null
);
-- call:
update rolloutdiff.cons_module set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_module set pair_ord = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?pair_ord"?
-- call:
update rolloutdiff.cons_module set train_key = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?train_key"?
-- call:
update rolloutdiff.cons_module set rollout_key = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?rollout_key"?
-- call:
update rolloutdiff.cons_module set block = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?block"?
-- call:
update rolloutdiff.cons_module set output_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?output_consistency"?
-- call:
update rolloutdiff.cons_module set output_priority_bucket = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?output_priority_bucket"?
-- call:
update rolloutdiff.cons_module set parameter_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?parameter_consistency"?
-- call:
update rolloutdiff.cons_module set parameter_priority_bucket = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?parameter_priority_bucket"?
-- call:
update rolloutdiff.cons_module set input_args_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_args_consistency"?
-- call:
update rolloutdiff.cons_module set input_args_priority_bucket = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_args_priority_bucket"?
-- call:
update rolloutdiff.cons_module set input_kwargs_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_consistency"?
-- call:
update rolloutdiff.cons_module set input_kwargs_numeric_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_numeric_consistency"?
-- call:
update rolloutdiff.cons_module set input_kwargs_shape_relation = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_shape_relation"?
-- call:
update rolloutdiff.cons_module set input_kwargs_compared_keys = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_compared_keys"?
-- call:
update rolloutdiff.cons_module set input_kwargs_missing_train_keys = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_missing_train_keys"?
-- call:
update rolloutdiff.cons_module set input_kwargs_missing_rollout_keys = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_kwargs_missing_rollout_keys"?
-- call:
update rolloutdiff.cons_module set input_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?input_consistency"?
-- call:
update rolloutdiff.cons_module set premise_incomplete = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?premise_incomplete"?
-- call:
update rolloutdiff.cons_module set module_bucket = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?module_bucket"?
-- call:
update rolloutdiff.cons_module set module_priority_rank = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?module_priority_rank"?
-- call:
update rolloutdiff.cons_module set module_status = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?module_status"?
-- call:
update rolloutdiff.cons_module set focus_level = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?focus_level"?
-- call:
update rolloutdiff.cons_module set container = null;
-- fails: NOT NULL constraint failed: "?cons_module"?\."?container"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_module (
    comparison_id, pair_ord, train_key, rollout_key, layer_index, block, output_consistency,
    output_priority_bucket, parameter_consistency, parameter_priority_bucket, input_args_consistency,
    input_args_priority_bucket, input_kwargs_consistency, input_kwargs_numeric_consistency,
    input_kwargs_shape_relation, input_kwargs_compared_keys, input_kwargs_missing_train_keys,
    input_kwargs_missing_rollout_keys, input_consistency, premise_incomplete, module_bucket,
    module_priority_rank, module_status, focus_level, container, skip_reason
) values (
    'c''1', 3000000001, 'Module.a."b".A.forward.0', 'Module.it''s.B.forward.0', null, 'mlp', 'aligned',
    'b1', 'missing', 'b2', 'mismatch', 'b3', 'partial', 'match', 'unknown', ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], 'aligned', false, 'module_impl_mismatch', 121,
    'output_mismatch', 'high', true, null
);
-- call:
update rolloutdiff.cons_module set pair_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_module set layer_index = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.cons_module set premise_incomplete = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.cons_module set module_priority_rank = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.cons_module set container = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
