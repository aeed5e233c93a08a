-- name: create_staging
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table into which loaders read, one row per input row.
-- params: none
-- returns: none
-- requires: none
-- portable: no
create or replace temp table staged_row (
    source_file varchar,
    source_row bigint,
    run varchar,
    step bigint,
    sample_id varchar,
    prompt_id varchar,
    prompt varchar,
    response varchar,
    reward double,
    group_id varchar,
    split varchar,
    reward_parts map(varchar, double),
    extras json,
    reject_column varchar,
    reject_value varchar,
    reject_reason varchar,
    slice varchar,
    gold double,
    logprob double,
    ref_logprob double,
    target_logprob double,
    train_logprobs double[],
    rollout_logprobs double[],
    diff_valid double,
    diff_mean double,
    diff_max double,
    diff_std double
);
