-- name: analysis_step
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis, run and logged step; distances between steps are counted in logged steps.
-- params: none
-- returns: analysis_id: analysis; run: run; step: training step; step_index: place of the step in its run, from 1; prompts: distinct prompts; samples: completions
-- requires: none
-- portable: yes
create table rolloutdiff.analysis_step (
    analysis_id varchar not null,
    run varchar not null,
    step bigint not null,
    step_index bigint not null,
    prompts bigint not null,
    samples bigint not null
);
