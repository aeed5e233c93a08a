-- name: custom_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The values of a custom feature as whole counts above zero; run in the closed database.
-- params: scale INTEGER: parts of one that are kept
-- returns: rollout_id, n
-- requires: none
-- portable: no
select v.rollout_id, round(v.amount * $scale)::integer as n
from custom_value as v
where round(v.amount * $scale) > 0
order by v.rollout_id;
