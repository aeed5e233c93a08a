-- name: custom_value
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Evaluates the custom feature on a range of the rollouts in custom_row, an Arrow table; run in the closed database.
-- params: first_rollout BIGINT: first rollout; last_rollout BIGINT: last rollout
-- returns: none
-- requires: none
-- portable: no
create or replace temp table custom_value as
select c.rollout_id, c.response is null as absent, custom_feature(c.prompt, c.response)::double as amount
from custom_row as c
where c.rollout_id between $first_rollout and $last_rollout;
