-- name: watch_store_alert
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Records alerts that were told of; told_alert is an Arrow table of them, and one that is recorded stays as it is.
-- params: none
-- returns: none
-- requires: watch_alert
-- portable: no
insert into rolloutdiff.watch_alert
select t.run, t.rule, t.feature, t.direction, t.onset_step, t.alert_step, t.last_step
from told_alert as t
where
    not exists (
        select w.feature
        from rolloutdiff.watch_alert as w
        where w.run = t.run and w.rule = t.rule and w.feature = t.feature and w.direction = t.direction
    )
order by t.run, t.rule, t.feature, t.direction;
