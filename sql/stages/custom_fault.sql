-- name: custom_fault
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The first rollout whose value of a size cannot be counted: none although there is a text, not finite, below zero, or too large; run in the closed database.
-- params: scale INTEGER: parts of one that are kept
-- returns: rollout_id, amount
-- requires: none
-- portable: no
select v.rollout_id, v.amount
from custom_value as v
where (v.amount is null and not v.absent) or not isfinite(v.amount) or v.amount < 0 or v.amount * $scale > 2147483647
order by v.rollout_id
limit 1;
