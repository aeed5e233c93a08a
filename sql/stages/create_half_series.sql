-- name: create_half_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table of series on each half of the prompts.
-- params: none
-- returns: none
-- requires: none
-- portable: no
create or replace temp table half_point (
    run varchar not null,
    part integer not null,
    feature_id integer not null,
    step bigint not null,
    mean double not null,
    se double,
    prompts bigint not null,
    samples bigint not null,
    positives bigint not null,
    within_sd double
);

create or replace temp table half_screening (
    run varchar not null,
    part integer not null,
    feature_id integer not null,
    status varchar not null,
    reason varchar,
    onset_step bigint,
    direction varchar
);
