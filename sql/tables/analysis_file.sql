-- name: analysis_file
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis, run and source file, as it was when the analysis began.
-- params: none
-- returns: analysis_id: analysis; run: run; source_file: path relative to the dump; sha256: hex digest when loaded, NULL for tables; bytes: size; rows: rows loaded; rejected: rows set aside; format: loader
-- requires: none
-- portable: yes
create table rolloutdiff.analysis_file (
    analysis_id varchar not null,
    run varchar not null,
    source_file varchar not null,
    sha256 varchar,
    bytes bigint,
    rows bigint not null,
    rejected bigint not null,
    format varchar not null
);
