-- name: flat_reward
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps in which every reward is the same, or none is there while other steps have some: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per step
rewarded as (
    select a.run, a.step, count(r.reward) as scored, count(*) as rows, min(r.reward) as least, max(r.reward) as most
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
    group by a.run, a.step
),
-- one row per run: whether any reward differs, which is a finding of its own
whole as (
    select r.run, sum(r.scored::bigint) as scored, count(*) as steps, min(r.least) < max(r.most) as differs
    from rewarded as r
    group by r.run
)
select
    r.run, 'flat_reward_step' as code, case when count(*) * 2 > any_value(w.steps) then 'warning' else 'note' end as severity,
    count(*) as count, list(r.step order by r.step) as steps,
    'Steps in which every completion has the same reward: they say nothing on what the reward favours.' as message
from rewarded as r
inner join whole as w on w.run = r.run
where w.differs and r.scored > 1 and r.least = r.most
group by r.run
union all
select
    r.run, 'unscored_step' as code, 'warning' as severity, count(*) as count, list(r.step order by r.step) as steps,
    'Steps without any finite reward: series of the reward have no value there.' as message
from rewarded as r
inner join whole as w on w.run = r.run
where w.scored > 0 and r.scored = 0
group by r.run
order by run, code;
