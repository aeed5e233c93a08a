-- name: carry_find
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Up to which step an analysis can take over what an earlier one counted: both are of one run with equal settings, the counts of the earlier are there, later steps hold all that is new, and the steps taken over hold the first cell.
-- params: analysis_id VARCHAR: analysis, begun; earlier VARCHAR: earlier analysis; first_steps BIGINT: logged steps of the first cell of a run
-- returns: last_step
-- requires: analysis, analysis_rollout, analysis_run, analysis_step, analysis_uncounted, feature
-- portable: no
with
-- one row: the first step that holds a rollout which the earlier analysis has not
fresh as (
    select min(a.step) as step
    from rolloutdiff.analysis_rollout as a
    anti join (select b.rollout_id from rolloutdiff.analysis_rollout as b where b.analysis_id = $earlier) as o
        on o.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row: a rollout of the earlier analysis that this one has not, if there is one
lost as (
    select count(*) as rollouts
    from rolloutdiff.analysis_rollout as b
    anti join (select a.rollout_id from rolloutdiff.analysis_rollout as a where a.analysis_id = $analysis_id) as o
        on o.rollout_id = b.rollout_id
    where b.analysis_id = $earlier
),
-- one row: the steps before that
kept as (
    select count(*) as steps, max(s.step) as last_step
    from rolloutdiff.analysis_step as s
    inner join fresh as f on s.step < f.step
    where s.analysis_id = $earlier
),
-- one row: runs of both
covered as (
    select count(distinct r.run) as runs
    from rolloutdiff.analysis_run as r
    where r.analysis_id in ($analysis_id, $earlier)
),
-- one row: features that are not taken over
other as (
    select count(*) as features
    from rolloutdiff.feature as f
    where f.analysis_id in ($analysis_id, $earlier) and f.tier in ('custom', 'mismatch')
)
select k.last_step
from kept as k
cross join lost as l
cross join covered as c
cross join other as o
inner join rolloutdiff.analysis as b on b.analysis_id = $earlier and b.complete
inner join rolloutdiff.analysis as a
    on a.analysis_id = $analysis_id and a.settings_sha256 = b.settings_sha256 and a.reward_formula = b.reward_formula
where
    k.steps >= $first_steps
    and l.rollouts = 0
    and c.runs = 1
    and o.features = 0
    and $earlier not in (select u.analysis_id from rolloutdiff.analysis_uncounted as u);
