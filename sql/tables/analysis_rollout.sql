-- name: analysis_rollout
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per rollout that an analysis covers, with the keys its series are built on.
-- params: none
-- returns: analysis_id: analysis; rollout_id: rollout; run: run; step: training step; prompt_id: prompt, the cluster of the standard error; prompt_no: number of the prompt in its run, in order of prompt_id; prompt_half: 0 or 1, the half of the prompts it belongs to, by hash and never at random
-- requires: none
-- portable: yes
create table rolloutdiff.analysis_rollout (
    analysis_id varchar not null,
    rollout_id bigint not null,
    run varchar not null,
    step bigint not null,
    prompt_id varchar not null,
    prompt_no integer not null,
    prompt_half tinyint not null
);
