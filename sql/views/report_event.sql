-- name: report_event
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Events, ranked within a run: where to look first.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; event_rank: rank from 1; name: readable name; onset_step: earliest onset; alert_step: earliest alert; direction: rise or fall; members: alerts it folds together; lead_feature: strongest member; lead_tier: its tier; dump_change: step near the onset at which the form of the dump changes, NULL where none does
-- requires: analysis, dump_change_near_v1, event, feature
-- portable: yes
create view rolloutdiff.report_event as
select
    e.analysis_id,
    e.run,
    e.rule,
    e.event_rank,
    e.name,
    e.onset_step,
    e.alert_step,
    e.direction,
    e.members,
    f.name as lead_feature,
    f.tier as lead_tier,
    rolloutdiff.dump_change_near_v1(e.analysis_id, e.run, e.onset_step) as dump_change
from rolloutdiff.event as e
inner join rolloutdiff.feature as f on f.feature_id = e.lead_feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = e.analysis_id
where a.complete;
