-- given:
create temp table c_pair as
select * from (values (1::bigint, 1::bigint, 'Module.t', 'Module.r', 1::bigint, 1::bigint)) as t(pair_ord, train_ord, train_key, rollout_key, peer, rollout_ord);
create temp table c_tensor as
select t.side, 1::bigint as ord, t.grp, t.slot, t.pos, t.dtype, t.shape::bigint[] as shape, t.vmax::double as vmax, t.vmin::double as vmin, t.vmean::double as vmean, t.vnorm::double as vnorm
from (
    values
    ('train', 1, 'output.0', 0, 'torch.bfloat16', [2, 2], 1.003, -1.0, 0.001, 4.0), ('rollout', 1, 'output.0', 0, 'torch.float32', [4], 1.0, -1.0, 0.002, 4.0),
    ('train', 2, 'input_args.0', 0, 'torch.float32', [4], 1.02, -1.0, 0.5, 4.0), ('rollout', 2, 'input_args.0', 0, 'torch.float32', [4], 1.0, -1.0, 0.5, 4.0),
    ('train', 3, 'parameters.bias', 0, null, null, null, null, null, null), ('rollout', 3, 'parameters.bias', 0, null, null, null, null, null, null),
    ('train', 3, 'parameters.weight', 1, null, [1], 1.0, 1.0, 1.0, 1.0), ('rollout', 4, 'mask', 0, null, [1], 1.0, 1.0, 1.0, 1.0)
) as t(side, grp, slot, pos, dtype, shape, vmax, vmin, vmean, vnorm);

-- case: lines follow the type, a mean near zero is judged by the size of the tensor, what a side lacks is told
-- run: cons_compare {"compat": false, "ok": null, "warn": 0.01, "eps": 1e-12}
-- call:
select
    s.slot, s.compat_subset, s.ok, s.max_status, s.min_status, s.mean_status, s.norm_status, s.mean_rms, s.shape_relation, s.numeric_consistency,
    s.priority_rank, s.priority_bucket, s.metric_status, s.value_status
from c_slot as s order by s.grp, s.slot;
-- expect:
--   'output.0' | true | 0.004 | 'ok' | 'ok' | 'ok' | 'ok' | 0.0005 | 'numel_match' | 'match' | 3 | 'value_match_shape_mismatch' | 'ok' | 'warn'
--   'input_args.0' | true | 0.0001 | 'alert' | 'ok' | 'ok' | 'ok' | 0.0 | 'exact_match' | 'mismatch' | 1 | 'value_mismatch_shape_match' | 'alert' | 'alert'
--   'parameters.bias' | false | 0.0001 | 'missing' | 'missing' | 'missing' | 'missing' | NULL | 'unknown' | 'missing' | NULL | 'missing_compare_target' | 'missing' | 'no_statistics'
--   'parameters.weight' | true | 0.0001 | 'missing' | 'missing' | 'missing' | 'missing' | NULL | 'unknown' | 'missing' | NULL | 'missing_compare_target' | 'missing' | 'missing_on_rollout'
--   'mask' | true | 0.0001 | 'missing' | 'missing' | 'missing' | 'missing' | NULL | 'unknown' | 'missing' | NULL | 'missing_compare_target' | 'missing' | 'missing_on_train'

-- case: profile compat has one line for all, and takes no statistics for equal ones
-- run: cons_compare {"compat": true, "ok": null, "warn": 0.01, "eps": 1e-12}
-- call:
select s.slot, s.ok, s.max_status, s.mean_status, s.mean_rms, s.numeric_consistency, s.priority_rank, s.value_status
from c_slot as s where s.comparable order by s.grp, s.slot;
-- expect:
--   'output.0' | 0.0001 | 'warn' | 'alert' | NULL | 'mismatch' | 1 | 'alert'
--   'input_args.0' | 0.0001 | 'alert' | 'ok' | NULL | 'mismatch' | 1 | 'alert'
--   'parameters.bias' | 0.0001 | 'missing' | 'missing' | NULL | 'match' | 4 | 'ok'

-- case: lines that are given hold for every type, and warn bounds ok
-- run: cons_compare {"compat": false, "ok": 0.03, "warn": 0.05, "eps": 1e-12}
-- call:
select s.slot, s.ok, s.max_status from c_slot as s where s.grp <= 2 order by s.grp;
-- expect:
--   'output.0' | 0.03 | 'ok'
--   'input_args.0' | 0.03 | 'ok'
-- run: cons_compare {"compat": false, "ok": null, "warn": 0.001, "eps": 1e-12}
-- call:
select s.slot, s.ok, s.max_status from c_slot as s where s.grp <= 2 order by s.grp;
-- expect:
--   'output.0' | 0.001 | 'alert'
--   'input_args.0' | 0.0001 | 'alert'
