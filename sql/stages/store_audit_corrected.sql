-- name: store_audit_corrected
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes the premiums of the correction off the reward of every completion in the slices that have one.
-- params: audit_id VARCHAR: audit
-- returns: none
-- requires: audit_corrected_reward, audit_correction, audit_rollout, feature_count, rollout
-- portable: no
insert into rolloutdiff.audit_corrected_reward
with
-- one row per term of the correction
term as (
    select c.run, c.slice, c.place, c.kind, c.feature_id, c.other_id, c.premium
    from rolloutdiff.audit_correction as c
    where c.audit_id = $audit_id and c.premium is not null
),
-- one row per scored completion of a slice with a term
completion as (
    select a.run, a.slice, a.step, a.rollout_id, r.reward
    from rolloutdiff.audit_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where
        a.audit_id = $audit_id and r.reward is not null
        and exists (select 1 from term as t where t.run = a.run and t.slice = a.slice)
),
-- one row per completion and term that it shows: occurrences, of two features together once
shown as (
    select c.rollout_id, t.place, t.premium * case when t.kind = 'cooc' then 1 else n.n end as amount
    from completion as c
    inner join term as t on t.run = c.run and t.slice = c.slice
    inner join rolloutdiff.feature_count as n on n.rollout_id = c.rollout_id and n.feature_id = t.feature_id
    left join rolloutdiff.feature_count as o on o.rollout_id = c.rollout_id and o.feature_id = t.other_id
    where t.other_id is null or o.rollout_id is not null
),
-- one row per completion that shows a term
summed as (
    select s.rollout_id, sum(s.amount order by s.place) as correction
    from shown as s
    group by s.rollout_id
)
select
    $audit_id, c.rollout_id, c.run, c.slice,
    coalesce(s.correction, 0.0) as correction,
    c.reward - coalesce(s.correction, 0.0) as corrected
from completion as c
left join summed as s on s.rollout_id = c.rollout_id
order by c.run, c.slice, c.rollout_id;
