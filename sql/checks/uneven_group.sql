-- name: uneven_group
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Groups of a prompt and step, and steps, that are not of the usual size: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, analysis_step
-- portable: no
with
-- one row per run, step and prompt
sampled as (
    select a.run, a.step, a.prompt_id, count(*) as size
    from rolloutdiff.analysis_rollout as a
    where a.analysis_id = $analysis_id
    group by a.run, a.step, a.prompt_id
),
-- one row per run: the commonest size, the smallest of equals
usual as (
    select c.run, arg_min(c.size, {'n': -c.n, 'size': c.size}) as size, sum(c.n::bigint)::bigint as groups, min(c.size) as least, max(c.size) as most
    from (select s.run, s.size, count(*) as n from sampled as s group by s.run, s.size) as c
    group by c.run
),
-- one row per run: the usual step
usual_step as (
    select s.run, median(s.samples) as samples
    from rolloutdiff.analysis_step as s
    where s.analysis_id = $analysis_id
    group by s.run
)
select
    s.run, 'group_size' as code, 'note' as severity, count(*) as count, list(distinct s.step order by s.step) as steps,
    'Groups of one prompt and step that are no multiple of the usual size ' || any_value(u.size)::varchar || ', of '
    || any_value(u.groups)::varchar || ' (sizes ' || any_value(u.least)::varchar || ' to ' || any_value(u.most)::varchar
    || '): prompts count alike whatever their size; comparisons inside a group leave out groups of one, here '
    || (count(*) filter (where s.size = 1))::varchar || '.' as message
from sampled as s
inner join usual as u on u.run = s.run
where s.size % u.size <> 0
group by s.run
union all
select
    s.run, 'batch_size' as code, 'warning' as severity, count(*) as count, list(s.step order by s.step) as steps,
    'Steps with less than half of the usual ' || any_value(u.samples)::bigint::varchar
    || ' completions: where a trainer drops groups by their reward, what is left is chosen by it, and relations to the reward'
    || ' are biased.' as message
from rolloutdiff.analysis_step as s
inner join usual_step as u on u.run = s.run
where s.analysis_id = $analysis_id and s.samples < u.samples / 2
group by s.run
order by run, code;
