-- given:
create temp table c_entry as
select 'train' as side, 'Module.a' as module_key, t.value, 'OBJECT' as type, true as is_module, 1::bigint as ord
from (values ('{"output": [{"type": "T", "dtype": "torch.bfloat16", "shape": [2, 3], "Max": 2.5, "Min": -1, "Mean": null, "Norm": true}, null, [{"Max": 1.0}], {"named": {"Max": NaN}}], "input_args": [{"Max": 3}, {"Max": "nan"}], "input": [{"Max": 4}], "parameters": {"bias": {"Max": 5}, "weight": {"Max": 6, "shape": [1.5]}}, "input_kwargs": {"mask": {"Max": 7}, "flag": {"value": 1}, "n": 3}}'::json)) as t(value);

-- case: profile strict takes every tensor, and truth values for none
-- run: cons_tensor {"compat": false}
-- expect: none
-- call:
select t.grp, t.slot, t.dtype, t.shape, t.vmax, t.vmin, t.vmean, t.vnorm from c_tensor as t order by t.grp, t.pos, t.slot;
-- expect:
--   1 | 'output.0' | 'torch.bfloat16' | [2, 3] | 2.5 | -1.0 | NULL | NULL
--   1 | 'output.2.0' | NULL | NULL | 1.0 | NULL | NULL | NULL
--   1 | 'output.3.named' | NULL | NULL | nan | NULL | NULL | NULL
--   2 | 'input.0' | NULL | NULL | 4.0 | NULL | NULL | NULL
--   2 | 'input_args.0' | NULL | NULL | 3.0 | NULL | NULL | NULL
--   2 | 'input_args.1' | NULL | NULL | NULL | NULL | NULL | NULL
--   3 | 'parameters.bias' | NULL | NULL | 5.0 | NULL | NULL | NULL
--   3 | 'parameters.weight' | NULL | NULL | 6.0 | NULL | NULL | NULL
--   4 | 'mask' | NULL | NULL | 7.0 | NULL | NULL | NULL

-- case: profile compat takes the first ones, all named inputs, and truth values for numbers
-- run: cons_tensor {"compat": true}
-- expect: none
-- call:
select t.grp, t.slot, t.dtype, t.shape, t.vmax, t.vmin, t.vmean, t.vnorm from c_tensor as t order by t.grp, t.pos, t.slot;
-- expect:
--   1 | 'output.0' | 'torch.bfloat16' | [2, 3] | 2.5 | -1.0 | NULL | 1.0
--   2 | 'input_args.0' | NULL | NULL | 3.0 | NULL | NULL | NULL
--   3 | 'parameters.weight' | NULL | NULL | 6.0 | NULL | NULL | NULL
--   4 | 'mask' | NULL | NULL | 7.0 | NULL | NULL | NULL
--   4 | 'flag' | NULL | NULL | NULL | NULL | NULL | NULL

-- case: a statistic or a shape of another form is told
-- given:
update c_entry set value = '{"output": [{"Max": {}}]}';
-- run: cons_tensor {"compat": false}
-- expect:
--   'train' | 'Module.a' | 'output.0' | 'has a statistic that is not a number'
-- given:
update c_entry set value = '{"input_kwargs": {"mask": {"shape": 3}}}';
-- run: cons_tensor {"compat": true}
-- expect:
--   'train' | 'Module.a' | 'input_kwargs.mask' | 'has a shape that is not a list'
