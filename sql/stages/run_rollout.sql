-- name: run_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table of the rollouts whose texts are to be extracted and counted: those of an analysis.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: analysis_rollout
-- portable: no
create or replace temp table run_rollout as
select a.rollout_id, a.run, a.step, a.prompt_id
from rolloutdiff.analysis_rollout as a
where a.analysis_id = $analysis_id
order by a.rollout_id;
