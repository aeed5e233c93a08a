-- name: shared_step
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps that come from several files, and those whose files hold the same completions: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per step: its files and rows
spread as (
    select a.run, a.step, count(distinct r.source_file) as files, count(*) as rows
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
    group by a.run, a.step
    having count(distinct r.source_file) > 1
),
-- one row per completion of these steps
member as (
    select a.rollout_id
    from rolloutdiff.analysis_rollout as a
    inner join spread as s on s.run = a.run and s.step = a.step
    where a.analysis_id = $analysis_id
),
-- one row per step: rows whose prompt, text and reward stand in another file too, but for one of each
copied as (
    select c.run, c.step, sum((c.rows - c.rows // c.files)::bigint) as rows
    from (
        select a.run, a.step, count(*) as rows, count(distinct r.source_file) as files
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        -- chosen by number, so that no other text is read
        where a.analysis_id = $analysis_id and a.rollout_id in (select m.rollout_id from member as m)
        group by a.run, a.step, a.prompt_id, hash(r.response), r.reward
        having count(distinct r.source_file) > 1
    ) as c
    group by c.run, c.step
)
select
    s.run, 'shared_step' as code, 'note' as severity, count(*) as count, list(s.step order by s.step) as steps,
    'Steps come from several files, which count together: parts of one batch belong together, attempts at one step do not.' as message
from spread as s
group by s.run
union all
select
    s.run, 'copied_file' as code, 'warning' as severity, count(*) as count, list(s.step order by s.step) as steps,
    'Steps of which several files hold the same completions: they count more than once, and figures look surer than they are.' as message
from spread as s
inner join copied as c on c.run = s.run and c.step = s.step
where c.rows >= 0.25 * s.rows
group by s.run
order by run, code;
