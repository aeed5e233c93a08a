-- name: other_split_step
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis, run and step that looks like another split, such as an evaluation logged over a training step.
-- params: none
-- returns: analysis_id: analysis; run: run; step: training step; prompts: distinct prompts; samples: completions; left_out: whether the analysis leaves the step out
-- requires: none
-- portable: yes
create table rolloutdiff.other_split_step (
    analysis_id varchar not null,
    run varchar not null,
    step bigint not null,
    prompts bigint not null,
    samples bigint not null,
    left_out boolean not null
);
