-- name: prompt_mismatch
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Sum over steps of the means of every figure of mismatch inside a prompt; rollouts without a finite value are left out.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: feature_id, prompt_no, level
-- requires: analysis_rollout, feature, rollout
-- portable: no
with
-- one row per completion of the run and figure
figure as (
    select a.step, a.prompt_no, unnest(map_keys(r.mismatch)) as name, unnest(map_values(r.mismatch)) as amount
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id and a.run = $run and r.mismatch is not null
),
-- one row per figure, step and prompt
cell as (
    select f.name, f.step, f.prompt_no, sum(f.amount order by f.amount) / count(*) as mean
    from figure as f
    where f.amount is not null and isfinite(f.amount)
    group by f.name, f.step, f.prompt_no
),
-- one row per figure and prompt
combined as (
    select c.name, c.prompt_no, sum(c.mean order by c.step) as level
    from cell as c
    group by c.name, c.prompt_no
)
select f.feature_id, m.prompt_no, m.level
from combined as m
inner join rolloutdiff.feature as f
    on f.name = 'mismatch:' || m.name and f.analysis_id = $analysis_id and f.tier = 'mismatch'
order by f.feature_id, m.prompt_no;
