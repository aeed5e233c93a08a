-- name: audit_premium
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice, span, outcome and feature or pair: what one occurrence adds to the outcome inside a prompt.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); kind: single, cooc (two features in one completion) or adj (one word followed by another); feature_id: feature; the first of the two of a cooc; other_id: second feature of a cooc, else NULL; support_rollouts: completions that show it; support_prompts: prompts that show it; raw_premium: premium before the level of the slice is taken off; premium: with several slices: premium minus the median over the features of the slice; se: standard error, clusters are prompts; t: premium over se; crit: line of |t|: the 95 % quantile of the largest |t| under shuffled outcomes; lower: size of the premium that is sure: |premium| minus crit times se, at least 0; placebo_p: share of shuffles whose largest |t| is at least as large; effect_rm: effect on the reward function when the feature is put in, NULL without one; strength: sure size, bounded by effect_rm where known; status: paid, overpaid, underpaid or none; shadow_of: feature that stands for this one, whose counts are nearly the same, else NULL; reason: why figures are missing
-- requires: none
-- portable: yes
create table rolloutdiff.audit_premium (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    span varchar not null,
    outcome varchar not null,
    kind varchar not null,
    feature_id integer,
    other_id integer,
    support_rollouts bigint,
    support_prompts bigint,
    raw_premium double,
    premium double,
    se double,
    t double,
    crit double,
    lower double,
    placebo_p double,
    effect_rm double,
    strength double,
    status varchar not null,
    shadow_of integer,
    reason varchar
);
