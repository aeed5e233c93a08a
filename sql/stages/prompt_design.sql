-- name: prompt_design
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Which prompts stood in which step of a run, and with how many completions.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: step, prompt_no, completions
-- requires: analysis_rollout
-- portable: yes
select r.step, r.prompt_no, count(*) as completions
from rolloutdiff.analysis_rollout as r
where r.analysis_id = $analysis_id and r.run = $run
group by r.step, r.prompt_no
order by r.step, r.prompt_no;
