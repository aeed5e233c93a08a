-- name: object
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per object that the installer made in this schema; the row about this table marks the schema as ours.
-- params: none
-- returns: name: name of the object; kind: table, macro, table_macro or view; version: version in the header of its file; sha256: hex digest of the file it was made from; since: package version that first shipped it; summary: what it is; package: package that made it
-- requires: none
-- portable: yes
create table rolloutdiff.object (
    name varchar not null,
    kind varchar not null,
    version integer not null,
    sha256 varchar not null,
    since varchar not null,
    summary varchar not null,
    package varchar not null
);
