-- name: prompt_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table of counts per feature, prompt and group size.
-- params: none
-- returns: none
-- requires: none
-- portable: no
create or replace temp table prompt_total (
    feature_id integer not null,
    prompt_no integer not null,
    samples integer not null,
    total bigint not null
);
