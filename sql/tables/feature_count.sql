-- name: feature_count
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: Sparse integer counts: one row per feature and rollout with a count above zero.
-- params: none
-- returns: feature_id: feature; rollout_id: rollout; step: training step of the rollout; n: count, an integer
-- requires: none
-- portable: yes
create table rolloutdiff.feature_count (
    feature_id integer not null,
    rollout_id bigint not null,
    step bigint not null,
    n integer not null
);
