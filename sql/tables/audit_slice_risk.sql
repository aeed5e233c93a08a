-- name: audit_slice_risk
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice and span: how much of the outcome is bought by single features and by pairs.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); rollouts: completions of the span that can be compared; prompts: their prompts; strength_single: largest strength of a single feature; strength_pair: largest strength of a pair; risk: 1 - exp(-larger strength / risk_scale); flag: whether a single or a pair is beyond its line; status: overpaid, paid or none; top_single: feature of largest strength; top_pair: first feature of the pair of largest strength; top_pair_other: its second feature, NULL for adj; onset_step: first step of the premium, NULL without onset; leads: whether this span speaks for the slice; reason: why figures are missing
-- requires: none
-- portable: yes
create table rolloutdiff.audit_slice_risk (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    span varchar not null,
    outcome varchar not null,
    rollouts bigint not null,
    prompts bigint not null,
    strength_single double,
    strength_pair double,
    risk double,
    flag boolean not null,
    status varchar not null,
    top_single integer,
    top_pair integer,
    top_pair_other integer,
    onset_step bigint,
    leads boolean not null,
    reason varchar
);
