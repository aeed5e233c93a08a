-- name: audit_premium_series
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice, feature and step: slope of the reward on the count inside prompts of one step.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; feature_id: feature; step: training step; slope: reward per occurrence, features that are surely paid held fixed; with several slices minus the median over the features of the slice; se: standard error, clusters are prompts; z: slope over se; prompts: prompts whose completions differ in the count; weight: sum of squared centred counts
-- requires: none
-- portable: yes
create table rolloutdiff.audit_premium_series (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    feature_id integer not null,
    step bigint not null,
    slope double,
    se double,
    z double,
    prompts bigint not null,
    weight double not null
);
