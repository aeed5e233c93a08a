-- case: entries keep their order; others than modules are counted apart
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {"x": 1, "Module.b": {"output": [], "input_args": null}, "Module.it''s \"a\"": {}}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {}}')) as r(content);
-- run: cons_entry
-- expect: none
-- call:
select e.side, e.module_key, e.is_module, e.ord from c_entry as e order by e.side, e.is_module, e.ord;
-- expect:
--   'train' | 'x' | false | 1
--   'train' | 'Module.b' | true | 1
--   'train' | 'Module.it''s "a"' | true | 2

-- case: data that is no object
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": []}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {}}')) as r(content);
-- run: cons_entry
-- expect:
--   'train' | NULL | 'data' | 'is not an object'

-- case: a module that is no object; training is told first
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {"Module.a": {}, "Module.b": []}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {"Module.c": 3}}')) as r(content);
-- run: cons_entry
-- expect:
--   'train' | 'Module.b' | NULL | 'is not an object'

-- case: a key that is there twice
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {"Module.a": {}, "Module.a": {}}}')) as r(content);
-- run: cons_entry
-- expect:
--   'rollout' | 'Module.a' | NULL | 'is there twice'

-- case: a field that is no list
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {"Module.a": {"output": {}}}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {}}')) as r(content);
-- run: cons_entry
-- expect:
--   'train' | 'Module.a' | 'output' | 'is not a list'

-- case: a field that is no object
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {"Module.a": {"parameters": []}}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {}}')) as r(content);
-- run: cons_entry
-- expect:
--   'train' | 'Module.a' | 'parameters' | 'is not an object'

-- case: a name that an object of a module holds twice
-- given:
create temp table c_file as select 'train' as side, '{"data": {"Module.a": {"input_kwargs": {"x": 1, "x": 2}}}}' as content union all select 'rollout', '{"data": {}}';
-- run: cons_entry
-- expect:
--   'train' | 'Module.a' | 'input_kwargs' | 'holds a name twice'

-- case: what is no module may have any form
-- given:
create temp table c_file as
select 'train' as side, t.content, 'aa' as sha256, true as valid
from (values ('{"task": "statistics", "data": {"a": {"output": 3}, "b": [1]}}')) as t(content)
union all
select 'rollout', r.content, 'bb', true
from (values ('{"framework": "pytorch", "data": {}}')) as r(content);
-- run: cons_entry
-- expect: none

-- case: a dump without data, and one that is no object
-- given:
create temp table c_file as select 'train' as side, '{"task": 1}' as content union all select 'rollout', '[]';
-- run: cons_entry
-- expect:
--   'train' | NULL | 'data' | 'is absent'
-- given:
delete from c_file where side = 'train';
-- run: cons_entry
-- expect:
--   'rollout' | NULL | NULL | 'is not an object'
