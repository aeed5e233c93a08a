-- name: install_log
-- kind: table
-- version: 2
-- since: 0.1.0
-- summary: One row per installation or upgrade that changed this schema.
-- params: none
-- returns: installed_at: time of the installation, UTC; package_version: version of the package; schema_version: version of the schema as a whole; duckdb_version: DuckDB that ran the script; action: what was done; object_count: objects made, changed or dropped; from_version: version of the schema before, NULL for a new schema
-- requires: none
-- portable: no
create table rolloutdiff.install_log (
    installed_at timestamp not null default make_timestamp(epoch_us(current_timestamp)),
    package_version varchar not null,
    schema_version integer not null,
    duckdb_version varchar not null,
    action varchar not null,
    object_count integer not null,
    from_version integer
);
