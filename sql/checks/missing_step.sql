-- name: missing_step
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps that the usual distance between two logged steps would have had and the dump has not: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_step, other_split_step
-- portable: no
with
-- one row per logged step, with those that the analysis leaves out
logged as (
    select s.run, s.step
    from rolloutdiff.analysis_step as s
    where s.analysis_id = $analysis_id
    union
    select o.run, o.step
    from rolloutdiff.other_split_step as o
    where o.analysis_id = $analysis_id
),
-- one row per step but the last of a run
gap as (
    select l.run, l.step, lead(l.step) over (partition by l.run order by l.step) as next_step
    from logged as l
),
-- one row per run: the commonest distance, the smallest of equals
usual as (
    select c.run, arg_min(c.distance, {'n': -c.n, 'distance': c.distance}) as distance
    from (
        select g.run, g.next_step - g.step as distance, count(*) as n
        from gap as g
        where g.next_step is not null
        group by g.run, g.next_step - g.step
    ) as c
    group by c.run
),
-- one row per distance that is too long
hole as (
    select g.run, g.step, g.next_step, u.distance, round((g.next_step - g.step) / u.distance)::bigint - 1 as missing
    from gap as g
    inner join usual as u on u.run = g.run
    where g.next_step is not null
)
select
    h.run, 'missing_step' as code, 'note' as severity, sum(h.missing::bigint)::bigint as count,
    [min(h.step + h.distance), max(h.next_step - h.distance)] as steps,
    'Steps are missing among those logged every ' || any_value(h.distance)::varchar
    || ': a change inside a gap is dated to the first step after it.' as message
from hole as h
where h.missing > 0
group by h.run
order by h.run;
