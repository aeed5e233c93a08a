-- name: lexical_chunks
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The chunks in which the lexical stages read the rollouts.
-- params: none
-- returns: chunk, first_rollout, last_rollout, middle_place, bytes
-- requires: none
-- portable: yes
select c.chunk, c.first_rollout, c.last_rollout, c.middle_place, c.bytes
from lexical_chunk as c
order by c.chunk;
