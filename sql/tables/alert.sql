-- name: alert
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per alert: its size, and the alert it is shown under.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule; feature_id: feature; peak_mean: step mean farthest from the baseline in the alert direction, from the onset on; peak_step: its step; recent_mean: mean of the last five steps; rise: recent mean minus baseline mean; folded_under: feature_id of the alert that already shows the same rollouts
-- requires: none
-- portable: yes
create table rolloutdiff.alert (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    peak_mean double not null,
    peak_step bigint not null,
    recent_mean double not null,
    rise double not null,
    folded_under integer
);
