-- name: shard
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per run of a warehouse that holds a part of a dump, to be merged with the others; empty in every other warehouse.
-- params: none
-- returns: run: run; dump: hash of what was asked for and of the names and sizes of all files of the dump; number: which part, from 1; shards: parts in all
-- requires: none
-- portable: yes
create table rolloutdiff.shard (
    run varchar not null,
    dump varchar not null,
    number integer not null,
    shards integer not null
);
