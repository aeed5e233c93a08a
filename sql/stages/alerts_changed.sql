-- name: alerts_changed
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the alerts of a rule that are not the very ones of an earlier analysis, in either of the two, and those in steps that were not taken over from it.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis; rule VARCHAR: rule; last_step BIGINT: last step that was taken over
-- returns: alerts: how many they are
-- requires: screening
-- portable: no
with
-- one row per analysis and alert
told as (
    select s.analysis_id, s.run, s.feature_id, s.direction, s.onset_step, s.alert_step
    from rolloutdiff.screening as s
    where s.analysis_id in ($analysis_id, $earlier) and s.rule = $rule and s.status = 'alert'
),
-- one row per alert that only one of them has, or that is in a later step
other as (
    select t.run, t.feature_id
    from told as t
    group by t.run, t.feature_id, t.direction, t.onset_step, t.alert_step
    having count(*) < 2 or t.alert_step > $last_step
)
select count(*) as alerts
from other as o;
