-- given:
create temp table c_file as
select 'train' as side, '{"task": "statistics", "level": "L0", "framework": "pytorch", "data": {"x": 1, "Module.a.A.forward.0": {"output": [{"Max": 1.0}]}, "Module.b.A.forward.0": {}}}' as content, 'aa' as sha256
union all
select 'rollout', '{"data": {"Module.a.B.forward.0": {"output": [{"Max": 2.0}]}}}', 'bb';
create temp table given_mapping (train_key varchar, rollout_key varchar, peer bigint);

-- case: everything is kept under its comparison
-- run: cons_entry
-- expect: none
-- run: cons_tensor {"compat": false}
-- expect: none
-- run: cons_pair {"automatic": true, "compat": false}
-- run: cons_compare {"compat": false, "ok": null, "warn": 0.01, "eps": 1e-12}
-- run: cons_judge {"compat": false}
-- run: cons_explain {"compat": false}
-- run: cons_store {"comparison_id": "c'1", "run": "r", "step": 3, "profile": "strict", "automatic": true, "mapping_sha256": null, "ok": null, "warn": 0.01, "eps": 1e-12, "package_version": "0.1.0", "train_path": "it's/t.json", "rollout_path": "r.json"}
-- call:
select * from rolloutdiff.cons_comparison;
-- expect:
--   'c''1' | 'r' | 3 | 'strict' | true | NULL | NULL | 0.01 | 1e-12 | '0.1.0'
-- call:
select * from rolloutdiff.cons_dump order by side;
-- expect:
--   'c''1' | 'rollout' | 'r.json' | 'bb' | 1 | 0 | 0 | NULL | NULL | NULL
--   'c''1' | 'train' | 'it''s/t.json' | 'aa' | 2 | 1 | 1 | 'pytorch' | 'L0' | 'statistics'
-- call:
select * from rolloutdiff.cons_mapping order by train_ord;
-- expect:
--   'c''1' | 1 | 'Module.a.A.forward.0' | ['Module.a.B.forward.0'] | NULL | 'other' | '1:1' | 'high' | NULL
--   'c''1' | 2 | 'Module.b.A.forward.0' | [] | NULL | 'other' | '1:0' | 'low' | 'no_peer'
-- call:
select comparison_id, pair_ord, slot_ord, compare_target, compat_subset, max_train, max_rollout, max_status, mean_status, ok, warn, numeric_consistency, priority_rank, priority_bucket, metric_status, value_status
from rolloutdiff.cons_value;
-- expect:
--   'c''1' | 1 | 1 | 'output.0' | true | 1.0 | 2.0 | 'alert' | 'missing' | 0.0001 | 0.01 | 'mismatch' | 4 | 'value_match_shape_match' | 'alert' | 'ok'
-- call:
select comparison_id, pair_ord, train_key, rollout_key, output_consistency, parameter_consistency, input_consistency, module_bucket, module_priority_rank from rolloutdiff.cons_module;
-- expect:
--   'c''1' | 1 | 'Module.a.A.forward.0' | 'Module.a.B.forward.0' | 'mismatch' | 'missing' | 'missing' | 'systemic_misalignment' | 2
-- call:
select * from rolloutdiff.cons_suspect;
-- expect:
--   'c''1' | 1 | 1 | 'upstream_propagation' | 'input_differs' | NULL | [] | [] | [] | [] | NULL | 'high'
