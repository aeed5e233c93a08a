-- name: series_point
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per feature, run and step: prompt-balanced mean and its standard error.
-- params: none
-- returns: analysis_id: analysis; feature_id: feature; run: run; step: training step; mean: mean over prompts of the mean inside each prompt; se: cluster-robust standard error, clusters are prompts, NULL with one prompt; prompts: prompts with a value; samples: rollouts with a value; positives: rollouts with a count above zero; within_sd: standard deviation inside prompts, pooled, NULL without repeats
-- requires: none
-- portable: yes
create table rolloutdiff.series_point (
    analysis_id varchar not null,
    feature_id integer not null,
    run varchar not null,
    step bigint not null,
    mean double not null,
    se double,
    prompts bigint not null,
    samples bigint not null,
    positives bigint not null,
    within_sd double
);
