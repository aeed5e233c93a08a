-- name: keep_part
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes the staged rows of a file back that are not in a part of it; parts are given in millionths of its rows.
-- params: file VARCHAR: source file; low BIGINT: where the part begins; high BIGINT: where the next one begins
-- returns: none
-- requires: none
-- portable: no
delete from staged_row as s
where
    s.source_file = $file
    and (s.source_row * 1000000) // (select max(t.source_row) + 1 from staged_row as t where t.source_file = $file)
    not between $low and $high - 1;
