-- name: store_shard
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Records which part of a dump the loaded runs are.
-- params: runs VARCHAR[]: runs that were loaded; dump VARCHAR: hash of the dump; number INTEGER: which part, from 1; shards INTEGER: parts in all
-- returns: none
-- requires: shard
-- portable: no
delete from rolloutdiff.shard as s
where list_contains($runs, s.run);

insert into rolloutdiff.shard
select unnest($runs::varchar[]), $dump, $number, $shards;
