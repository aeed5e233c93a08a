-- name: custom_text
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The texts of a range of rollouts, for custom features; prompts are empty where none is read.
-- params: analysis_id VARCHAR: analysis; first_rollout BIGINT: first rollout; last_rollout BIGINT: last rollout; with_prompt BOOLEAN: whether prompts are read too
-- returns: rollout_id, prompt, response
-- requires: analysis_rollout, rollout
-- portable: no
select r.rollout_id, case when $with_prompt then r.prompt else '' end as prompt, r.response
from rolloutdiff.rollout as r
semi join (
    select a.rollout_id
    from rolloutdiff.analysis_rollout as a
    where a.analysis_id = $analysis_id
) as m on m.rollout_id = r.rollout_id
where r.rollout_id between $first_rollout and $last_rollout
order by r.rollout_id;
