-- name: unscored_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rollouts of the runs whose reward is not a finite number, by run: how many, and the first of them.
-- params: runs VARCHAR[]: runs to analyse
-- returns: run, unscored, step, source_file, source_row
-- requires: rollout
-- portable: no
select
    r.run,
    count(*) as unscored,
    min(r.step) as step,
    arg_min(r.source_file, (r.step, r.source_file, r.source_row)) as source_file,
    arg_min(r.source_row, (r.step, r.source_file, r.source_row)) as source_row
from rolloutdiff.rollout as r
where list_contains($runs, r.run) and r.reward is null
group by r.run
order by r.run;
