-- name: cons_entry
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Splits the dumps into entries: makes the temporary table c_entry, one row per key of data, with its place; returns what is not of the form of a dump.
-- params: none
-- returns: side, module_key, field, reason
-- requires: none
-- portable: no
create or replace temp table c_entry as
with
-- one row per dump whose keys are distinct: its entries
held as (
    select
        f.side,
        case
            when len(list_distinct(json_keys(f.content, '$.data'))) = len(json_keys(f.content, '$.data'))
                then from_json(json_extract(f.content, '$.data'), '"MAP(VARCHAR, JSON)"')
        end as entries
    from c_file as f
    where json_type(f.content, '$.data') = 'OBJECT'
),
-- one row per key of data, in order
listed as (
    select
        h.side,
        unnest(map_keys(h.entries)) as module_key,
        unnest(map_values(h.entries)) as value,
        generate_subscripts(map_keys(h.entries), 1) as place
    from held as h
)
select
    e.side,
    e.module_key,
    e.value,
    coalesce(json_type(e.value), 'NULL') as type,
    starts_with(e.module_key, 'Module.') as is_module,
    row_number() over (partition by e.side, starts_with(e.module_key, 'Module.') order by e.place) as ord
from listed as e;

with
-- one row per dump that has no entries to read
whole as (
    select
        f.side,
        null::varchar as module_key,
        case when json_type(f.content) = 'OBJECT' then 'data' end as field,
        case
            when json_type(f.content) is distinct from 'OBJECT' then 'is not an object'
            when json_type(f.content, '$.data') is null then 'is absent'
            else 'is not an object'
        end as reason,
        0 as ord
    from c_file as f
    where json_type(f.content, '$.data') is distinct from 'OBJECT'
),
-- one row per key of a dump
named as (
    select f.side, unnest(json_keys(f.content, '$.data')) as module_key
    from c_file as f
    where json_type(f.content, '$.data') = 'OBJECT'
),
-- one row per field of an entry that must have a certain type when it is there
typed as (
    select
        e.side, e.module_key, t.field, t.wanted, json_type(e.value, '$.' || t.field) as type, e.ord,
        case when t.wanted = 'OBJECT' then json_keys(e.value, '$.' || t.field) end as names
    from c_entry as e
    cross join (
        values
        ('input_args', 'ARRAY'), ('input', 'ARRAY'), ('output', 'ARRAY'), ('input_kwargs', 'OBJECT'), ('parameters', 'OBJECT')
    ) as t(field, wanted)
    where e.is_module and e.type = 'OBJECT'
),
-- one row per fault
fault as (
    select w.side, w.module_key, w.field, w.reason, w.ord
    from whole as w
    union all
    select n.side, n.module_key, null, 'is there twice', 0
    from named as n
    group by n.side, n.module_key
    having count(*) > 1
    union all
    select e.side, e.module_key, null, 'is not an object', e.ord
    from c_entry as e
    where e.is_module and e.type <> 'OBJECT'
    union all
    select t.side, t.module_key, t.field, case t.wanted when 'ARRAY' then 'is not a list' else 'is not an object' end, t.ord
    from typed as t
    where t.type not in (t.wanted, 'NULL')
    union all
    select t.side, t.module_key, t.field, 'holds a name twice', t.ord
    from typed as t
    where len(list_distinct(t.names)) < len(t.names)
)
select t.side, t.module_key, t.field, t.reason
from fault as t
order by t.side desc, t.ord, t.field, t.module_key
limit 1;
