-- name: cons_suspect
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per pair that may hold the cause, where to look first on top.
-- params: none
-- returns: comparison_id: comparison; place: place in the list, from 1; pair_ord: pair; classification: class; rationale_code: its reason; boundary_ord: nearest earlier pair of the same layer and block whose output is aligned, or NULL; unmatched_train: module keys of training without a peer between boundary and suspect; unmatched_rollout: likewise of the rollout; missing_train_activation: those of the rollout that look like an activation; missing_rollout_activation: those of training; realigns_after: whether the outputs of the next pair of the layer that could be compared are aligned again, NULL without one and for profile compat; confidence: high or low, NULL for profile compat
-- requires: none
-- portable: yes
create table rolloutdiff.cons_suspect (
    comparison_id varchar not null,
    place bigint not null,
    pair_ord bigint not null,
    classification varchar not null,
    rationale_code varchar not null,
    boundary_ord bigint,
    unmatched_train varchar[] not null,
    unmatched_rollout varchar[] not null,
    missing_train_activation varchar[] not null,
    missing_rollout_activation varchar[] not null,
    realigns_after boolean,
    confidence varchar
);
