-- name: ingest
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per source file that was loaded, with its hash and the formula its rewards were read by.
-- params: none
-- returns: run: run the file belongs to; source_file: path relative to the dump; sha256: hex digest of the file, NULL for tables; bytes: file size; modified_ns: file time when read, nanoseconds; rows: rows loaded; rejected: rows set aside; format: loader; evidence: why this format; reward_formula: weighted sum of reward columns
-- requires: none
-- portable: yes
create table rolloutdiff.ingest (
    run varchar not null,
    source_file varchar not null,
    sha256 varchar,
    bytes bigint,
    modified_ns bigint,
    rows bigint not null,
    rejected bigint not null,
    format varchar not null,
    evidence varchar not null,
    reward_formula varchar not null
);
