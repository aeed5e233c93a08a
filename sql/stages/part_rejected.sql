-- name: part_rejected
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows of a warehouse that is merged into another that were set aside.
-- params: none
-- returns: the columns of rejected_row
-- requires: rejected_row
-- portable: no
select j.run, j.source_file, j.source_row, j.column_name, j.value, j.reason
from rolloutdiff.rejected_row as j
order by j.source_file, j.source_row;
