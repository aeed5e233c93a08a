-- name: exemplar
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per reference to a rollout worth reading; never its text.
-- params: none
-- returns: analysis_id: analysis; run: run; event_rank: event; feature_id: feature; role: exemplar, pair or before; place: which exemplar of the feature, from 1, a pair or before belongs to; rollout_id: rollout
-- requires: none
-- portable: yes
create table rolloutdiff.exemplar (
    analysis_id varchar not null,
    run varchar not null,
    event_rank integer not null,
    feature_id integer not null,
    role varchar not null,
    place integer not null,
    rollout_id bigint not null
);
