-- name: report_audit_slice_risk
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: How much of the outcome is bought by features and pairs, by slice and span.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); rollouts: completions of the span that can be compared; prompts: their prompts; strength_single: largest strength of a single feature; strength_pair: largest strength of a pair; risk: 1 - exp(-larger strength / risk_scale); flag: whether a single or a pair is beyond its line; status: overpaid, paid or none; top_single: feature of largest strength; top_pair: pair of largest strength; onset_step: first step of the premium; leads: whether this span speaks for the slice; reason: why figures are missing
-- requires: analysis, audit, audit_slice_risk, feature
-- portable: yes
create view rolloutdiff.report_audit_slice_risk as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.span,
    x.outcome,
    x.rollouts,
    x.prompts,
    round(x.strength_single, 6) as strength_single,
    round(x.strength_pair, 6) as strength_pair,
    round(x.risk, 6) as risk,
    x.flag,
    x.status,
    f.name as top_single,
    g.name || coalesce(' & ' || o.name, '') as top_pair,
    x.onset_step,
    x.leads,
    x.reason
from rolloutdiff.audit_slice_risk as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
left join rolloutdiff.feature as f on f.feature_id = x.top_single
left join rolloutdiff.feature as g on g.feature_id = x.top_pair
left join rolloutdiff.feature as o on o.feature_id = x.top_pair_other
where a.complete and n.complete;
