-- name: report_event_member
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Members of every event.
-- params: none
-- returns: analysis_id: analysis; run: run; event_rank: event; feature: name with its tier; tier: tier; onset_step: onset of the member; jaccard_with_lead: overlap of positive completions with the lead
-- requires: analysis, event_member, feature
-- portable: yes
create view rolloutdiff.report_event_member as
select
    m.analysis_id,
    m.run,
    m.event_rank,
    f.name as feature,
    f.tier,
    m.onset_step,
    round(m.jaccard_with_lead, 6) as jaccard_with_lead
from rolloutdiff.event_member as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = m.analysis_id
where a.complete;
