-- name: report_consistency_mapping
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Module keys of training with their peers in the rollout, and which kind of module they are.
-- params: none
-- returns: comparison_id: comparison; train_ord: place among the module keys of training; train_key: module key; rollout_keys: peers, in order; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; cardinality: 1:1, 1:N or 1:0; confidence: high or low; note: no_peer, unknown_peer, or NULL; train_fragment: kind of the module; rollout_fragments: kinds of its peers
-- requires: cons_fragment_v1, cons_mapping
-- portable: yes
create view rolloutdiff.report_consistency_mapping as
select
    m.comparison_id,
    m.train_ord,
    m.train_key,
    m.rollout_keys,
    m.layer_index,
    m.block,
    m.cardinality,
    m.confidence,
    m.note,
    rolloutdiff.cons_fragment_v1(m.train_key) as train_fragment,
    list_transform(m.rollout_keys, lambda peer_key_: rolloutdiff.cons_fragment_v1(peer_key_)) as rollout_fragments
from rolloutdiff.cons_mapping as m;
