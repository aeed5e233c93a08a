-- name: report_consistency
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Comparisons of a training dump with a rollout dump: what was read, how it was compared, and where to look first.
-- params: none
-- returns: comparison_id: comparison; run: run the dumps belong to, or NULL; step: training step, or NULL; profile: strict or compat; automatic_mapping: whether modules were paired by name; ok: largest relative difference that is ok, NULL when it follows the type; warn: largest that is warn; eps: smallest denominator; train_path: training dump; train_sha256: its hash; train_modules: module keys in it; train_unpaired: of these, without a peer; rollout_path: rollout dump; rollout_sha256: its hash; rollout_modules: module keys in it; rollout_unpaired: of these, without a peer; pairs: pairs of modules; aligned: pairs whose outputs agree; mismatched: pairs whose outputs differ; not_comparable: pairs whose outputs could not be compared; premise_incomplete: pairs whose parameters or named inputs could not be compared; tensors: tensors compared; without_statistics: tensors that neither side has numbers of; one_sided: tensors that one side lacks; dtype_differs: compared tensors of two types; structural: suspects by structure only; suspects: suspects; hypothesis_code: what the first suspect leads to, NULL without one; hypothesis_pair: its pair; evidence: module keys that speak for it; boundary_pair: pair before it whose outputs agree; first_divergence_pair: earliest pair whose outputs differ while its inputs agree, NULL for profile compat; package_version: version of the package
-- requires: cons_comparison, cons_dump, cons_hypothesis_v1, cons_module, cons_suspect, cons_value
-- portable: yes
create view rolloutdiff.report_consistency as
with
-- one row per comparison: its pairs
paired as (
    select
        m.comparison_id,
        count(m.pair_ord) as pairs,
        count(m.pair_ord) filter (where m.output_consistency = 'aligned') as aligned,
        count(m.pair_ord) filter (where m.output_consistency = 'mismatch') as mismatched,
        count(m.pair_ord) filter (where m.output_consistency = 'missing') as not_comparable,
        count(m.pair_ord) filter (where m.premise_incomplete) as premise_incomplete,
        count(m.pair_ord) filter (where m.skip_reason is not null) as structural,
        min(m.pair_ord) filter (
            where m.output_consistency = 'mismatch' and m.input_consistency = 'aligned'
            and m.skip_reason is null and m.module_bucket <> 'fused_qkv_structural_mismatch'
        ) as first_divergence_pair
    from rolloutdiff.cons_module as m
    group by m.comparison_id
),
-- one row per comparison: its tensors
compared as (
    select
        v.comparison_id,
        count(v.slot_ord) filter (where v.numeric_consistency <> 'missing') as tensors,
        count(v.slot_ord) filter (where v.value_status = 'no_statistics') as without_statistics,
        count(v.slot_ord) filter (where v.value_status in ('missing_on_train', 'missing_on_rollout')) as one_sided,
        count(v.slot_ord) filter (where v.numeric_consistency <> 'missing' and v.dtype_train is distinct from v.dtype_rollout)
            as dtype_differs
    from rolloutdiff.cons_value as v
    group by v.comparison_id
),
-- one row per comparison: its suspects
suspected as (
    select s.comparison_id, count(s.place) as suspects
    from rolloutdiff.cons_suspect as s
    group by s.comparison_id
)
select
    c.comparison_id,
    c.run,
    c.step,
    c.profile,
    c.automatic_mapping,
    c.ok,
    c.warn,
    c.eps,
    t.path as train_path,
    t.sha256 as train_sha256,
    t.modules as train_modules,
    t.unpaired as train_unpaired,
    r.path as rollout_path,
    r.sha256 as rollout_sha256,
    r.modules as rollout_modules,
    r.unpaired as rollout_unpaired,
    coalesce(p.pairs, 0) as pairs,
    coalesce(p.aligned, 0) as aligned,
    coalesce(p.mismatched, 0) as mismatched,
    coalesce(p.not_comparable, 0) as not_comparable,
    coalesce(p.premise_incomplete, 0) as premise_incomplete,
    coalesce(v.tensors, 0) as tensors,
    coalesce(v.without_statistics, 0) as without_statistics,
    coalesce(v.one_sided, 0) as one_sided,
    coalesce(v.dtype_differs, 0) as dtype_differs,
    coalesce(p.structural, 0) as structural,
    coalesce(n.suspects, 0) as suspects,
    rolloutdiff.cons_hypothesis_v1(s.rationale_code) as hypothesis_code,
    s.pair_ord as hypothesis_pair,
    case s.rationale_code
        when 'extra_activation_on_rollout' then s.missing_train_activation
        when 'extra_activation_on_train' then s.missing_rollout_activation
    end as evidence,
    s.boundary_ord as boundary_pair,
    case when c.profile <> 'compat' then p.first_divergence_pair end as first_divergence_pair,
    c.package_version
from rolloutdiff.cons_comparison as c
inner join rolloutdiff.cons_dump as t on t.comparison_id = c.comparison_id and t.side = 'train'
inner join rolloutdiff.cons_dump as r on r.comparison_id = c.comparison_id and r.side = 'rollout'
left join paired as p on p.comparison_id = c.comparison_id
left join compared as v on v.comparison_id = c.comparison_id
left join suspected as n on n.comparison_id = c.comparison_id
left join rolloutdiff.cons_suspect as s on s.comparison_id = c.comparison_id and s.place = 1;
