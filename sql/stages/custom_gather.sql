-- name: custom_gather
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the counts of one custom feature in a range of rollouts; custom_chunk is an Arrow table.
-- params: name VARCHAR: feature
-- returns: none
-- requires: none
-- portable: no
insert into custom_gathered
select $name, x.rollout_id, x.n
from custom_chunk as x;
