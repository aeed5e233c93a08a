-- name: prompt_reward
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Sum over steps of the means of the reward and of every reward part inside a prompt; rollouts without a finite value are left out.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: feature_id, prompt_no, level
-- requires: analysis_rollout, feature, rollout
-- portable: no
with
-- one row per completion of the run
completion as (
    select a.step, a.prompt_no, r.reward, r.reward_parts
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id and a.run = $run
),
-- one row per completion and reward part
part as (
    select c.step, c.prompt_no, unnest(map_keys(c.reward_parts)) as name, unnest(map_values(c.reward_parts)) as amount
    from completion as c
),
-- one row per completion and reward series with a finite value
scored as (
    select c.step, c.prompt_no, 'reward:total' as name, c.reward as amount
    from completion as c
    where c.reward is not null
    union all
    select p.step, p.prompt_no, 'reward:' || p.name as name, p.amount
    from part as p
    where p.amount is not null and isfinite(p.amount)
),
-- one row per reward series, step and prompt
cell as (
    select s.name, s.step, s.prompt_no, sum(s.amount order by s.amount) / count(*) as mean
    from scored as s
    group by s.name, s.step, s.prompt_no
),
-- one row per reward series and prompt
combined as (
    select c.name, c.prompt_no, sum(c.mean order by c.step) as level
    from cell as c
    group by c.name, c.prompt_no
)
select f.feature_id, m.prompt_no, m.level
from combined as m
inner join rolloutdiff.feature as f
    on f.name = m.name and f.analysis_id = $analysis_id and f.tier = 'reward'
order by f.feature_id, m.prompt_no;
