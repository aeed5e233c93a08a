-- name: length_cap
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Steps in which at least a quarter of the completions are cut off at the limit of their length: no row when all is well. text_length is an Arrow table of what the stage of that name gives.
-- params: none
-- returns: run, code, severity, count, steps, message
-- requires: none
-- portable: no
with
-- one row per run: its longest text, and whether the trainer says how completions ended
cap as (
    select l.run, max(l.chars) as chars, sum(l.told::bigint) > 0 as told
    from text_length as l
    group by l.run
),
-- one row per step: completions that were cut; without a word of the trainer those of the greatest length, if it is no
-- short answer
cut as (
    select
        l.run, l.step, l.rows, c.told,
        case when c.told then l.cut when c.chars >= 200 and l.chars = c.chars then l.longest else 0 end as hits
    from text_length as l
    inner join cap as c on c.run = l.run
)
select
    c.run, 'length_cap' as code, 'warning' as severity, sum(c.hits::bigint)::bigint as count, list(c.step order by c.step) as steps,
    printf('%.0f%%', 100.0 * sum(c.hits::bigint) / sum(c.rows::bigint)) || ' of the completions of these steps '
    || case when any_value(c.told) then 'are cut off at the limit of their length' else 'have the greatest length of the run, as a limit makes it' end
    || ': they lack their end, code in them may not parse, and lengths cannot rise further.' as message
from cut as c
where c.hits >= 0.25 * c.rows and (c.told or c.hits > 1)
group by c.run
order by c.run;
