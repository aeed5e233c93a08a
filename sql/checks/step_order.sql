-- name: step_order
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps that a file goes back to after a higher one, as a resumed run leaves them: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per completion
completion as (
    select a.run, r.source_file, r.source_row, a.step
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row per completion of a file with several steps: the highest step before it in its file, and the step just before
placed as (
    select
        c.run, c.source_file, c.step,
        max(c.step) over (
            partition by c.run, c.source_file order by c.source_row rows between unbounded preceding and 1 preceding
        ) as highest,
        lag(c.step) over (partition by c.run, c.source_file order by c.source_row) as previous
    from completion as c
    inner join (
        select m.run, m.source_file
        from completion as m
        group by m.run, m.source_file
        having min(m.step) < max(m.step)
    ) as several on several.run = c.run and several.source_file = c.source_file
),
-- one row per file and step: whether rows of it stand before and after those of a higher one
passed as (
    select
        p.run, p.source_file, p.step, bool_or(coalesce(p.highest > p.step, false)) as after_higher,
        bool_or(coalesce(p.highest <= p.step, true)) as before_higher,
        count(*) filter (where p.previous > p.step) as falls
    from placed as p
    group by p.run, p.source_file, p.step
),
-- one row per file: how often the step falls; a file in another order than time falls at every turn
file as (
    select p.run, p.source_file, sum(p.falls::bigint) as falls, count(*) as steps
    from passed as p
    group by p.run, p.source_file
    having sum(p.falls::bigint) between 1 and greatest(1, count(*) // 5)
)
select
    p.run, 'step_goes_back' as code, 'warning' as severity, count(distinct p.step) as count,
    list(distinct p.step order by p.step) as steps,
    'A file goes back to steps that it has passed: a resumed run wrote on to it, so these steps hold the completions of two'
    || ' attempts, which count together.' as message
from passed as p
inner join file as f on f.run = p.run and f.source_file = p.source_file
where p.after_higher and p.before_higher
group by p.run
order by p.run;
