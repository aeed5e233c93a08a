-- name: integrity
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per finding about the dump itself.
-- params: none
-- returns: analysis_id: analysis; run: run; code: stable code of the finding; severity: note or warning; count: rows or steps concerned; first_step: first step concerned; last_step: last step concerned; files: files concerned; message: what it means for the conclusions; file_names: names of the files concerned, at most ten, those of the earliest steps first, NULL where files do not matter
-- requires: none
-- portable: yes
create table rolloutdiff.integrity (
    analysis_id varchar not null,
    run varchar not null,
    code varchar not null,
    severity varchar not null,
    count bigint not null,
    first_step bigint,
    last_step bigint,
    files bigint,
    message varchar not null,
    file_names varchar[]
);
