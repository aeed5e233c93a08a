-- name: run_steps
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Runs and logged steps of the analysis.
-- params: analysis_id VARCHAR: analysis
-- returns: run, step
-- requires: analysis_step
-- portable: yes
select s.run, s.step
from rolloutdiff.analysis_step as s
where s.analysis_id = $analysis_id
order by s.run, s.step;
