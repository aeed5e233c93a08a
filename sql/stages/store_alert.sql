-- name: store_alert
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Sizes every alert of a rule: peak from the onset on, mean of the last five steps, rise.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule
-- returns: none
-- requires: alert, screening, series_point
-- portable: no
insert into rolloutdiff.alert
with
-- one row per alert and step
point as (
    select
        s.run, s.feature_id, s.baseline_mean, s.direction, s.onset_step, p.step, p.mean,
        row_number() over (partition by s.run, s.feature_id order by p.step desc) as steps_from_end
    from rolloutdiff.screening as s
    inner join rolloutdiff.series_point as p
        on p.analysis_id = s.analysis_id and p.run = s.run and p.feature_id = s.feature_id
    where s.analysis_id = $analysis_id and s.rule = $rule and s.status = 'alert'
),
-- one row per alert and step from the onset on, farthest from the baseline first
reached as (
    select
        p.run, p.feature_id, p.step, p.mean,
        row_number() over (
            partition by p.run, p.feature_id
            order by case when p.direction = 'fall' then p.mean else -p.mean end, p.step
        ) as place
    from point as p
    where p.step >= p.onset_step
),
-- one row per alert: mean of its last five steps
recent as (
    select p.run, p.feature_id, any_value(p.baseline_mean) as baseline_mean, sum(p.mean order by p.step) / count(*) as recent_mean
    from point as p
    where p.steps_from_end <= 5
    group by p.run, p.feature_id
)
select
    $analysis_id, q.run, $rule, q.feature_id, q.mean, q.step, c.recent_mean, c.recent_mean - c.baseline_mean, null
from reached as q
inner join recent as c on c.run = q.run and c.feature_id = q.feature_id
where q.place = 1
order by q.run, q.feature_id;
