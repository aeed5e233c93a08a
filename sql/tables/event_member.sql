-- name: event_member
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per member of an event.
-- params: none
-- returns: analysis_id: analysis; run: run; event_rank: event; feature_id: member; onset_step: onset of the member; jaccard_with_lead: overlap of positive rollouts with the lead
-- requires: none
-- portable: yes
create table rolloutdiff.event_member (
    analysis_id varchar not null,
    run varchar not null,
    event_rank integer not null,
    feature_id integer not null,
    onset_step bigint not null,
    jaccard_with_lead double
);
