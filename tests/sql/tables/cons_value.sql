-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_value (
    comparison_id, pair_ord, slot_ord, compare_target, compat_subset, dtype_train, dtype_rollout,
    shape_train, shape_rollout, shape_relation, max_train, max_rollout, min_train, min_rollout,
    mean_train, mean_rollout, norm_train, norm_rollout, max_status, min_status, mean_status,
    norm_status, mean_rms, ok, warn, numeric_consistency, priority_rank, priority_bucket, metric_status,
    value_status
) values (
    'c''1', 3000000001, 3000000002, 'output.0', true, 'torch.bfloat16', 'torch.float32',
    [3000000000, 7], [3000000000, 8], 'exact_match', -10.1, -11.1, -12.1, -13.1, -14.1, -15.1, -16.1,
    -17.1, 'ok', 'warn', 'alert', 'missing', -22.1, -23.1, -24.1, 'match', 126,
    'value_match_shape_match', 'ok', 'info'
);
-- call:
select
    x.comparison_id, x.pair_ord, x.slot_ord, x.compare_target, x.compat_subset, x.dtype_train,
    x.dtype_rollout, x.shape_train, x.shape_rollout, x.shape_relation, x.max_train, x.max_rollout,
    x.min_train, x.min_rollout, x.mean_train, x.mean_rollout, x.norm_train, x.norm_rollout,
    x.max_status, x.min_status, x.mean_status, x.norm_status, x.mean_rms, x.ok, x.warn,
    x.numeric_consistency, x.priority_rank, x.priority_bucket, x.metric_status, x.value_status
from rolloutdiff.cons_value as x;
-- expect:
--   'c''1' | 3000000001 | 3000000002 | 'output.0' | true | 'torch.bfloat16' | 'torch.float32' | [3000000000, 7] | [3000000000, 8] | 'exact_match' | -10.1 | -11.1 | -12.1 | -13.1 | -14.1 | -15.1 | -16.1 | -17.1 | 'ok' | 'warn' | 'alert' | 'missing' | -22.1 | -23.1 | -24.1 | 'match' | 126 | 'value_match_shape_match' | 'ok' | 'info'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_value (
    comparison_id, pair_ord, slot_ord, compare_target, compat_subset, dtype_train, dtype_rollout,
    shape_train, shape_rollout, shape_relation, max_train, max_rollout, min_train, min_rollout,
    mean_train, mean_rollout, norm_train, norm_rollout, max_status, min_status, mean_status,
    norm_status, mean_rms, ok, warn, numeric_consistency, priority_rank, priority_bucket, metric_status,
    value_status
) values (
    'c''1', 3000000001, 3000000002, 'output.0', true, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, 'match', null,
    'value_match_shape_match', 'ok', 'info'
);
-- call:
select
    x.comparison_id, x.pair_ord, x.slot_ord, x.compare_target, x.compat_subset, x.dtype_train,
    x.dtype_rollout, x.shape_train, x.shape_rollout, x.shape_relation, x.max_train, x.max_rollout,
    x.min_train, x.min_rollout, x.mean_train, x.mean_rollout, x.norm_train, x.norm_rollout,
    x.max_status, x.min_status, x.mean_status, x.norm_status, x.mean_rms, x.ok, x.warn,
    x.numeric_consistency, x.priority_rank, x.priority_bucket, x.metric_status, x.value_status
from rolloutdiff.cons_value as x;
-- expect:
--   'c''1' | 3000000001 | 3000000002 | 'output.0' | true | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'match' | NULL | 'value_match_shape_match' | 'ok' | 'info'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_value (
    comparison_id, pair_ord, slot_ord, compare_target, compat_subset, dtype_train, dtype_rollout,
    shape_train, shape_rollout, shape_relation, max_train, max_rollout, min_train, min_rollout,
    mean_train, mean_rollout, norm_train, norm_rollout, max_status, min_status, mean_status,
    norm_status, mean_rms, ok, warn, numeric_consistency, priority_rank, priority_bucket, metric_status,
    value_status
) values (
    'c''1', 3000000001, 3000000002, 'output.0', true, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, 'match', null,
    'value_match_shape_match', 'ok', 'info'
);
-- call:
update rolloutdiff.cons_value set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_value set pair_ord = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?pair_ord"?
-- call:
update rolloutdiff.cons_value set slot_ord = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?slot_ord"?
-- call:
update rolloutdiff.cons_value set compare_target = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?compare_target"?
-- call:
update rolloutdiff.cons_value set compat_subset = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?compat_subset"?
-- call:
update rolloutdiff.cons_value set numeric_consistency = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?numeric_consistency"?
-- call:
update rolloutdiff.cons_value set priority_bucket = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?priority_bucket"?
-- call:
update rolloutdiff.cons_value set metric_status = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?metric_status"?
-- call:
update rolloutdiff.cons_value set value_status = null;
-- fails: NOT NULL constraint failed: "?cons_value"?\."?value_status"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_value (
    comparison_id, pair_ord, slot_ord, compare_target, compat_subset, dtype_train, dtype_rollout,
    shape_train, shape_rollout, shape_relation, max_train, max_rollout, min_train, min_rollout,
    mean_train, mean_rollout, norm_train, norm_rollout, max_status, min_status, mean_status,
    norm_status, mean_rms, ok, warn, numeric_consistency, priority_rank, priority_bucket, metric_status,
    value_status
) values (
    'c''1', 3000000001, 3000000002, 'output.0', true, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, 'match', null,
    'value_match_shape_match', 'ok', 'info'
);
-- call:
update rolloutdiff.cons_value set pair_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_value set slot_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_value set compat_subset = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.cons_value set shape_train = ['two'];
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_value set shape_rollout = ['two'];
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_value set max_train = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set max_rollout = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set min_train = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set min_rollout = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set mean_train = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set mean_rollout = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set norm_train = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set norm_rollout = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set mean_rms = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set ok = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set warn = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_value set priority_rank = 'two';
-- fails: Could not convert string 'two' to INT32
