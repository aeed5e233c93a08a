-- name: report_audit_premium
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: What one occurrence of a feature or pair adds to the outcome inside a prompt, by slice, span and outcome.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); kind: single, cooc (two features in one completion) or adj (one word followed by another); feature: name with its tier, of a cooc both; support_rollouts: completions that show it; support_prompts: prompts that show it; raw_premium: premium before the level of the slice is taken off; premium: with several slices: premium minus the median over the features of the slice; se: standard error, clusters are prompts; t: premium over se; crit: line of |t| under shuffled outcomes; lower: size of the premium that is sure; placebo_p: share of shuffles whose largest |t| is at least as large; effect_rm: effect on the reward function when it is put in, NULL without one; strength: sure size, bounded by effect_rm where known; status: overpaid, underpaid, paid or none; shadow_of: feature that stands for this one, whose counts are nearly the same; reason: why figures are missing
-- requires: analysis, audit, audit_premium, feature
-- portable: yes
create view rolloutdiff.report_audit_premium as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.span,
    x.outcome,
    x.kind,
    f.name || coalesce(' & ' || o.name, '') as feature,
    x.support_rollouts,
    x.support_prompts,
    round(x.raw_premium, 6) as raw_premium,
    round(x.premium, 6) as premium,
    round(x.se, 6) as se,
    round(x.t, 4) as t,
    round(x.crit, 4) as crit,
    round(x.lower, 6) as lower,
    round(x.placebo_p, 6) as placebo_p,
    round(x.effect_rm, 6) as effect_rm,
    round(x.strength, 6) as strength,
    x.status,
    s.name as shadow_of,
    x.reason
from rolloutdiff.audit_premium as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
left join rolloutdiff.feature as f on f.feature_id = x.feature_id
left join rolloutdiff.feature as o on o.feature_id = x.other_id
left join rolloutdiff.feature as s on s.feature_id = x.shadow_of
where a.complete and n.complete;
