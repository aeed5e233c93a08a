-- name: report_consistency_suspect
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Pairs that may hold the cause, where to look first on top, with what lies between them and the last pair before that agrees.
-- params: none
-- returns: comparison_id: comparison; place: place in the list, from 1; pair_ord: pair; train_key: module key of training; rollout_key: module key of the rollout; layer_index: layer, or NULL; block: mlp, attn, norm, embed or other; module_priority_rank: rank of its bucket; module_bucket: bucket; input_consistency: aligned, mismatch or missing; parameter_consistency: likewise; container: whether modules of other pairs lie inside it; classification: class; rationale_code: its reason; hypothesis_code: what it leads to; boundary_ord: pair before it whose outputs agree, or NULL; boundary_train_key: its module key of training; boundary_rollout_key: its module key of the rollout; unmatched_train: module keys of training without a peer in between; unmatched_rollout: likewise of the rollout; missing_train_activation: those of the rollout that look like an activation; missing_rollout_activation: those of training; realigns_after: whether the next comparable pair of the layer agrees again, or NULL; confidence: high or low, or NULL
-- requires: cons_hypothesis_v1, cons_module, cons_suspect
-- portable: yes
create view rolloutdiff.report_consistency_suspect as
select
    s.comparison_id,
    s.place,
    s.pair_ord,
    m.train_key,
    m.rollout_key,
    m.layer_index,
    m.block,
    m.module_priority_rank,
    m.module_bucket,
    m.input_consistency,
    m.parameter_consistency,
    m.container,
    s.classification,
    s.rationale_code,
    rolloutdiff.cons_hypothesis_v1(s.rationale_code) as hypothesis_code,
    s.boundary_ord,
    b.train_key as boundary_train_key,
    b.rollout_key as boundary_rollout_key,
    s.unmatched_train,
    s.unmatched_rollout,
    s.missing_train_activation,
    s.missing_rollout_activation,
    s.realigns_after,
    s.confidence
from rolloutdiff.cons_suspect as s
inner join rolloutdiff.cons_module as m on m.comparison_id = s.comparison_id and m.pair_ord = s.pair_ord
left join rolloutdiff.cons_module as b on b.comparison_id = s.comparison_id and b.pair_ord = s.boundary_ord;
