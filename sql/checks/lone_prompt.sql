-- name: lone_prompt
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Prompts that come in one step only, and points at which every prompt was exchanged: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout
-- portable: no
with
-- one row per run and prompt
prompt as (
    select a.run, a.prompt_id, min(a.step) as first_step, max(a.step) as last_step, count(distinct a.step) as steps
    from rolloutdiff.analysis_rollout as a
    where a.analysis_id = $analysis_id
    group by a.run, a.prompt_id
),
-- one row per run: prompts of one step
once as (
    select
        p.run, count(*) as prompts, count(*) filter (where p.steps = 1) as lone, count(distinct p.first_step) as begun,
        list(distinct p.first_step order by p.first_step) filter (where p.steps = 1) as steps
    from prompt as p
    group by p.run
),
-- one row per run and step at which prompts begin
begun as (
    select p.run, p.first_step as step, max(p.last_step) as last_step, max(p.steps) > 1 as again
    from prompt as p
    group by p.run, p.first_step
),
-- one row per run and step at which prompts begin: the last step of earlier prompts, and whether prompts come again on either side
edge as (
    select
        b.run, b.step,
        max(b.last_step) over (partition by b.run order by b.step rows between unbounded preceding and 1 preceding) as over_at,
        bool_or(b.again) over (partition by b.run order by b.step rows between unbounded preceding and 1 preceding) as again_before,
        bool_or(b.again) over (partition by b.run order by b.step rows between current row and unbounded following) as again_after
    from begun as b
),
-- one row per step at which all prompts so far are over
fresh as (
    select e.run, e.step
    from edge as e
    where e.over_at < e.step and e.again_before and e.again_after
)
select
    o.run, case when o.lone = o.prompts then 'fresh_prompts' else 'lone_prompt' end as code, 'note' as severity,
    o.lone as count, o.steps,
    case
        when o.lone = o.prompts
            then 'No prompt comes in a second step: a change of behaviour cannot be compared on the same prompts, and a change of'
            || ' the mix of prompts looks like one.'
        else 'Prompts come in one step only, of ' || o.prompts::varchar
            || ': comparisons on the same prompts leave them out.'
    end as message
from once as o
where o.lone > 0 and o.begun > 1
union all
select
    f.run, 'prompts_exchanged' as code, 'warning' as severity, count(*) as count, list(f.step order by f.step) as steps,
    'From these steps on no earlier prompt comes again: a change of behaviour that begins there may be one of the prompts.' as message
from fresh as f
group by f.run
order by run, code;
