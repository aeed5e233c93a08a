-- name: rejected_row
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per input row that was set aside, with the reason; never shown in a report view.
-- params: none
-- returns: run: run; source_file: file; source_row: zero-based row or line; column_name: offending column, NULL for the whole row; value: offending value as text; reason: what is wrong with it
-- requires: none
-- portable: yes
create table rolloutdiff.rejected_row (
    run varchar,
    source_file varchar not null,
    source_row bigint not null,
    column_name varchar,
    value varchar,
    reason varchar not null
);
