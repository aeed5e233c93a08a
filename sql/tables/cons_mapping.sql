-- name: cons_mapping
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per module key of training: its peers in the rollout.
-- params: none
-- returns: comparison_id: comparison; train_ord: place among the module keys of training, from 1; train_key: module key; rollout_keys: peers, in order; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; cardinality: 1:1, 1:N or 1:0; confidence: high or low; note: no_peer, unknown_peer, or NULL
-- requires: none
-- portable: yes
create table rolloutdiff.cons_mapping (
    comparison_id varchar not null,
    train_ord bigint not null,
    train_key varchar not null,
    rollout_keys varchar[] not null,
    layer_index integer,
    block varchar not null,
    cardinality varchar not null,
    confidence varchar not null,
    note varchar
);
