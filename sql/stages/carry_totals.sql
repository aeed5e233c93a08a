-- name: carry_totals
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes over counts per feature, prompt and group size; kept_total and kept_prompt are Arrow tables of those that are known and of their prompts, which may have other numbers now.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: none
-- requires: analysis_rollout, feature
-- portable: no
insert into prompt_total
with
-- one row per prompt: its number now
numbered as (
    select distinct a.prompt_id, a.prompt_no
    from rolloutdiff.analysis_rollout as a
    where a.analysis_id = $analysis_id and a.run = $run
)
select k.feature_id, n.prompt_no, k.samples, k.total
from kept_total as k
inner join kept_prompt as p on p.prompt_no = k.prompt_no
inner join numbered as n on n.prompt_id = p.prompt_id
semi join (select f.feature_id from rolloutdiff.feature as f where f.analysis_id = $analysis_id) as f on f.feature_id = k.feature_id;
