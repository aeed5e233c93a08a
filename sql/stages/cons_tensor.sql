-- name: cons_tensor
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes the statistics out of the entries: makes the temporary table c_tensor, one row per tensor of a module; returns what is no tensor where one should be. Profile compat knows the first output, the first argument, the weight and named inputs, and takes truth values for numbers.
-- params: compat BOOLEAN: profile compat
-- returns: side, module_key, field, reason
-- requires: none
-- portable: no
create or replace temp table c_tensor as
with
-- one row per module: its lists and objects
held as (
    select
        e.side,
        e.ord,
        e.module_key,
        from_json(
            e.value,
            '{"output": ["JSON"], "input_args": ["JSON"], "input": ["JSON"], "parameters": "MAP(VARCHAR, JSON)", "input_kwargs": "MAP(VARCHAR, JSON)"}'
        ) as fields
    from c_entry as e
    where e.is_module
),
-- one row per member of a list or object of a module
listed as (
    select
        h.side, h.ord, h.module_key, 1 as grp, 'output.' as prefix, null::varchar as name,
        unnest(h.fields.output) as value, generate_subscripts(h.fields.output, 1) - 1 as pos
    from held as h
    union all
    select
        h.side, h.ord, h.module_key, 2, 'input_args.', null, unnest(h.fields.input_args), generate_subscripts(h.fields.input_args, 1) - 1
    from held as h
    union all
    select h.side, h.ord, h.module_key, 2, 'input.', null, unnest(h.fields.input), generate_subscripts(h.fields.input, 1) - 1
    from held as h
    where not $compat
    union all
    select
        h.side, h.ord, h.module_key, 3, 'parameters.', unnest(map_keys(h.fields.parameters)), unnest(map_values(h.fields.parameters)),
        generate_subscripts(map_keys(h.fields.parameters), 1) - 1
    from held as h
    union all
    select
        h.side, h.ord, h.module_key, 4, '', unnest(map_keys(h.fields.input_kwargs)), unnest(map_values(h.fields.input_kwargs)),
        generate_subscripts(map_keys(h.fields.input_kwargs), 1) - 1
    from held as h
),
-- one row per member
member as (
    select
        m.side, m.ord, m.module_key, m.grp, m.prefix || coalesce(m.name, m.pos::varchar) as slot, m.pos, m.value,
        coalesce(json_type(m.value), 'NULL') as type
    from listed as m
),
-- one row per member, told whether it holds statistics itself
told as (
    select
        m.*,
        m.type = 'OBJECT'
        and (m.grp >= 3 or $compat or json_exists(m.value, '$.type') or json_exists(m.value, '$.shape') or json_exists(m.value, '$.Max'))
            as leaf
    from member as m
),
-- one row per tensor: members, and what lies one level deeper in those that only hold others
node as (
    select t.side, t.ord, t.module_key, t.grp, t.slot, t.pos * 1000 as pos, t.value
    from told as t
    where t.leaf and (not $compat or t.grp = 4 or t.slot in ('output.0', 'input_args.0', 'parameters.weight'))
    union all
    select t.side, t.ord, t.module_key, t.grp, t.slot || '.' || coalesce(i.key, i.rowid::varchar), t.pos * 1000 + i.rowid, i.value
    from told as t, json_each(t.value, '$') as i
    where not t.leaf and t.grp <= 2 and t.type in ('ARRAY', 'OBJECT') and not $compat and i.type = 'OBJECT'
),
-- one row per tensor
field as (
    select n.*, json_extract(n.value, ['$.dtype', '$.shape', '$.Max', '$.Min', '$.Mean', '$.Norm']) as vals
    from node as n
),
-- one row per tensor, a statistic that is no number being NULL
number as (
    select
        f.*,
        list_transform(
            f.vals[3:6],
            lambda stat_: case json_type(stat_)
                when 'DOUBLE' then try_cast(stat_ as double)
                when 'BIGINT' then try_cast(stat_ as double)
                when 'UBIGINT' then try_cast(stat_ as double)
                when 'BOOLEAN' then case when $compat then stat_::boolean::integer::double end
            end
        ) as stats
    from field as f
)
select
    n.side,
    n.ord,
    n.module_key,
    n.grp,
    n.slot,
    n.pos,
    json_extract_string(n.vals[1], '$') as dtype,
    case
        when regexp_full_match(n.vals[2]::varchar, '\[\s*(-?[0-9]+(\s*,\s*-?[0-9]+)*)?\s*\]') then try_cast(n.vals[2] as bigint[])
    end as shape,
    n.stats[1] as vmax,
    n.stats[2] as vmin,
    n.stats[3] as vmean,
    n.stats[4] as vnorm,
    len(list_filter(n.vals[3:6], lambda raw_: json_type(raw_) in ('ARRAY', 'OBJECT'))) > 0 as bad_stat,
    n.vals[2] is not null and json_type(n.vals[2]) not in ('ARRAY', 'NULL') as bad_shape
from number as n
where $compat or n.grp < 4 or n.vals[2] is not null or len(list_filter(n.vals[3:6], lambda raw_: raw_ is not null)) > 0;

select
    t.side,
    t.module_key,
    case when t.grp = 4 then 'input_kwargs.' || t.slot else t.slot end as field,
    case when t.bad_shape then 'has a shape that is not a list' else 'has a statistic that is not a number' end as reason
from c_tensor as t
where t.bad_stat or t.bad_shape
order by t.side desc, t.ord, t.grp, t.pos
limit 1;
