-- name: prompt_number
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The prompts of a run and their numbers.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: prompt_no, prompt_id
-- requires: analysis_rollout
-- portable: no
select distinct a.prompt_no, a.prompt_id
from rolloutdiff.analysis_rollout as a
where a.analysis_id = $analysis_id and a.run = $run
order by a.prompt_no;
