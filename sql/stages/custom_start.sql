-- name: custom_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table in which the counts of custom features are gathered.
-- params: none
-- returns: none
-- requires: none
-- portable: no
create or replace temp table custom_gathered (name varchar not null, rollout_id bigint not null, n integer not null);
