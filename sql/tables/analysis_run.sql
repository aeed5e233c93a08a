-- name: analysis_run
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis and run: what was read.
-- params: none
-- returns: analysis_id: analysis; run: run; rows: rollouts analysed; steps: logged steps; first_step: lowest step; last_step: highest step; prompts: distinct prompts; files: source files; unscored: rollouts without a finite reward; rejected: input rows set aside; missing_responses: rollouts whose response is NULL; format: loader
-- requires: none
-- portable: yes
create table rolloutdiff.analysis_run (
    analysis_id varchar not null,
    run varchar not null,
    rows bigint not null,
    steps bigint not null,
    first_step bigint not null,
    last_step bigint not null,
    prompts bigint not null,
    files bigint not null,
    unscored bigint not null,
    rejected bigint not null,
    missing_responses bigint not null,
    format varchar not null
);
