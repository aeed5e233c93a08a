-- given:
create temp table c_key as
select t.side, t.ord::bigint as ord, t.key as module_key, t.act
from (
    values
    ('train', 1, 'Module.t1', false), ('train', 2, 'Module.t2', false), ('train', 3, 'Module.tx', true), ('train', 4, 'Module.t3', false), ('train', 5, 'Module.t4', false), ('train', 6, 'Module.ty', true),
    ('rollout', 1, 'Module.r1', false), ('rollout', 2, 'Module.rx', false), ('rollout', 3, 'Module.ry', true), ('rollout', 4, 'Module.r2', false), ('rollout', 5, 'Module.r3', false), ('rollout', 6, 'Module.r4', false)
) as t(side, ord, key, act);
create temp table c_pair as
select t.pair_ord::bigint as pair_ord, t.train_ord::bigint as train_ord, 'Module.t' || t.pair_ord as train_key, 'Module.r' || t.pair_ord as rollout_key, t.rollout_ord::bigint as rollout_ord
from (values (1, 1, 1), (2, 2, 4), (3, 4, 5), (4, 5, 6)) as t(pair_ord, train_ord, rollout_ord);
create temp table c_module as
select
    p.*, 0 as layer_index, case when p.pair_ord = 4 then 'attn' else 'mlp' end as block, case when p.pair_ord in (1, 4) then 'aligned' else 'mismatch' end as output_consistency,
    case p.pair_ord when 2 then 'module_impl_mismatch' when 3 then 'upstream_propagation_or_amplification' else 'normal_aligned' end as module_bucket,
    case p.pair_ord when 2 then 1 when 3 then 2 else 4 end as module_priority_rank, p.pair_ord = 2 as container, null::varchar as skip_reason
from c_pair as p;

-- case: what lies between the last pair that agrees and each suspect
-- run: cons_explain {"compat": false}
-- call:
select * from c_suspect order by place;
-- expect:
--   1 | 3 | 'missing_or_extra_op_between_aligned_boundary' | 'extra_activation_on_rollout' | 1 | ['Module.tx'] | ['Module.rx', 'Module.ry'] | ['Module.ry'] | ['Module.tx'] | true | 'low'
--   2 | 2 | 'missing_or_extra_op_between_aligned_boundary' | 'extra_activation_on_rollout' | 1 | [] | ['Module.rx', 'Module.ry'] | ['Module.ry'] | [] | false | 'high'

-- case: profile compat sorts by rank, and says nothing of later pairs
-- given:
update c_module set container = false;
-- run: cons_explain {"compat": true}
-- call:
select place, pair_ord, realigns_after, confidence from c_suspect order by place;
-- expect:
--   1 | 2 | NULL | NULL
--   2 | 3 | NULL | NULL

-- case: without a pair that agrees before it nothing lies in between
-- given:
update c_module set output_consistency = 'missing' where pair_ord = 1;
-- run: cons_explain {"compat": false}
-- call:
select pair_ord, classification, boundary_ord, unmatched_train, unmatched_rollout from c_suspect order by place;
-- expect:
--   3 | 'upstream_propagation' | NULL | [] | []
--   2 | 'in_module_impl_difference' | NULL | [] | []

-- case: what is set aside is no suspect
-- given:
update c_module set skip_reason = 'fused' where pair_ord = 2;
-- run: cons_explain {"compat": false}
-- call:
select pair_ord from c_suspect;
-- expect:
--   3
