-- name: rollouts_per_run
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rollouts held per run.
-- params: runs VARCHAR[]: runs
-- returns: run, rollouts
-- requires: rollout
-- portable: no
select r.run, count(*) as rollouts
from rolloutdiff.rollout as r
where list_contains($runs, r.run)
group by r.run
order by r.run;
