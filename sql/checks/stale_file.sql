-- name: stale_file
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Files of late steps that are older than those of earlier steps, as a resumed run leaves them: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, ingest, rollout
-- portable: no
with
-- one row per step that one file holds
written as (
    select a.run, a.step, min(i.modified_ns) as modified
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    inner join rolloutdiff.ingest as i on i.run = a.run and i.source_file = r.source_file
    where a.analysis_id = $analysis_id and i.modified_ns is not null
    group by a.run, a.step
),
-- one row per step: the time before it
placed as (
    select w.run, w.step, w.modified, lag(w.modified) over (partition by w.run order by w.step) as previous
    from written as w
),
-- one row per run in which time falls once, by a minute or more: a copy that lost its times falls at many places or by seconds
fall as (
    select p.run, min(p.step) as step
    from placed as p
    where p.modified < p.previous
    group by p.run
    having count(*) = 1 and min(p.previous - p.modified) >= 60000000000
)
select
    p.run, 'stale_file' as code, 'warning' as severity, count(*) as count, list(p.step order by p.step) as steps,
    'Files of these steps are older than those of the steps before them: a resumed run has rewritten the earlier ones only, and'
    || ' these are left from before. Remove them, or a change here is one between two attempts.' as message
from placed as p
inner join fall as f on f.run = p.run and p.step >= f.step
group by p.run
order by p.run;
