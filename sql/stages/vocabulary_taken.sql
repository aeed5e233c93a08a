-- name: vocabulary_taken
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: How many tokens each tier has admitted.
-- params: none
-- returns: tier, tokens
-- requires: none
-- portable: no
select a.tier, count(*) as tokens
from admitted_token as a
group by a.tier
order by a.tier;
