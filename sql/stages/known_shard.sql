-- name: known_shard
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The part of a dump that a warehouse holds; no row where it is none.
-- params: none
-- returns: dump, number, shards
-- requires: shard
-- portable: yes
select distinct s.dump, s.number, s.shards
from rolloutdiff.shard as s
order by s.dump, s.number, s.shards;
