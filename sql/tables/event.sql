-- name: event
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per event: alerts that coincide in time and rollouts, ranked within a run.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule; event_rank: where to look first, from 1; name: readable name; onset_step: earliest onset; alert_step: earliest alert; direction: rise or fall; members: alerts it folds together; lead_feature_id: strongest member
-- requires: none
-- portable: yes
create table rolloutdiff.event (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    event_rank integer not null,
    name varchar not null,
    onset_step bigint not null,
    alert_step bigint not null,
    direction varchar not null,
    members integer not null,
    lead_feature_id integer not null
);
