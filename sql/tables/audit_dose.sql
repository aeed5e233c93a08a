-- name: audit_dose
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice, span, outcome, flagged or leading feature and number of occurrences: mean excess of the outcome over its group.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); feature_id: feature; dose: occurrences in the completion; 8 stands for 8 and more; n: completions; mean_excess: mean of outcome minus the mean of its group
-- requires: none
-- portable: yes
create table rolloutdiff.audit_dose (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    span varchar not null,
    outcome varchar not null,
    feature_id integer not null,
    dose integer not null,
    n bigint not null,
    mean_excess double not null
);
