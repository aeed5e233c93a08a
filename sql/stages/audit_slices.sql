-- name: audit_slices
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Runs and slices of an audit with the steps, completions and prompts they have, and those that can be compared.
-- params: audit_id VARCHAR: audit
-- returns: run, slice, rollouts, prompts, comparable, compared_prompts, first_step, last_step, scored, golds
-- requires: audit_rollout
-- portable: no
with
-- one row per run and slice
whole as (
    select
        r.run, r.slice, count(*) as rollouts, count(distinct r.prompt_no) as prompts, min(r.step) as first_step, max(r.step) as last_step,
        count(r.reward) as scored, count(r.gold) as golds
    from rolloutdiff.audit_rollout as r
    where r.audit_id = $audit_id
    group by r.run, r.slice
),
-- one row per run and slice with completions that can be compared
compared as (
    select e.run, e.slice, count(*) as rollouts, count(distinct e.prompt_no) as prompts
    from audit_excess as e
    where e.outcome = 'reward'
    group by e.run, e.slice
)
select
    w.run, w.slice, w.rollouts, w.prompts, coalesce(c.rollouts, 0) as comparable, coalesce(c.prompts, 0) as compared_prompts,
    w.first_step, w.last_step, w.scored, w.golds
from whole as w
left join compared as c on c.run = w.run and c.slice = w.slice
order by w.run, w.slice;
