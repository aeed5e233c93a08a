-- name: repeated_batch
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps whose prompts, completions and rewards are all those of an earlier step: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per step: a digest of its prompts and rewards whatever their order
outline as (
    select a.run, a.step, count(*) as rows, sum(hash(a.prompt_id, r.reward)::hugeint) as digest
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
    group by a.run, a.step
),
-- one row per completion of steps that agree in it: only their texts are read, which are chosen by number for that
member as (
    select a.rollout_id, a.run, a.step, a.prompt_id
    from rolloutdiff.analysis_rollout as a
    inner join (select o.run, o.step from outline as o qualify count(*) over (partition by o.run, o.rows, o.digest) > 1) as o
        on o.run = a.run and o.step = a.step
    where a.analysis_id = $analysis_id
),
-- one row per step: a digest of its rows whatever their order
batch as (
    select
        m.run, m.step, count(*) as rows, count(distinct hash(r.response)) as texts,
        sum(hash(m.prompt_id, r.response, r.reward)::hugeint) as digest
    from member as m
    inner join rolloutdiff.rollout as r on r.rollout_id = m.rollout_id
    group by m.run, m.step
),
-- one row per step: its place among equal ones
repeated as (
    select b.run, b.step, row_number() over (partition by b.run, b.rows, b.digest order by b.step) as place
    from batch as b
    where b.texts > 1
)
select
    r.run, 'repeated_batch' as code, 'warning' as severity, count(*) as count, list(r.step order by r.step) as steps,
    'Steps hold the very prompts, completions and rewards of an earlier step: one batch is logged several times, so there are'
    || ' fewer independent steps than it seems, and rules find changes where none is.' as message
from repeated as r
where r.place > 1
group by r.run
order by r.run;
