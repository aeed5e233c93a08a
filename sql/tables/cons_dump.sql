-- name: cons_dump
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per side of a comparison: the dump that was read.
-- params: none
-- returns: comparison_id: comparison; side: train or rollout; path: path as given; sha256: hash of the file; modules: module keys in it; unpaired: of these, keys without a peer; other_keys: keys that name no module; framework: as the dump says; level: as the dump says; task: as the dump says
-- requires: none
-- portable: yes
create table rolloutdiff.cons_dump (
    comparison_id varchar not null,
    side varchar not null,
    path varchar not null,
    sha256 varchar not null,
    modules bigint not null,
    unpaired bigint not null,
    other_keys bigint not null,
    framework varchar,
    level varchar,
    task varchar
);
