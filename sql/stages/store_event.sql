-- name: store_event
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps events and their members; found_event and found_member are Arrow tables.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule
-- returns: none
-- requires: event, event_member
-- portable: no
insert into rolloutdiff.event
select
    $analysis_id, x.run, $rule, x.event_rank, x.name, x.onset_step, x.alert_step, x.direction, x.members, x.lead_feature_id
from found_event as x
order by x.run, x.event_rank;

insert into rolloutdiff.event_member
select $analysis_id, m.run, m.event_rank, m.feature_id, m.onset_step, m.jaccard
from found_member as m
order by m.run, m.event_rank, m.feature_id;
