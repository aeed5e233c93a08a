-- name: merge_rejected
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the rows set aside of one part of a dump; part_row is an Arrow stream of them.
-- params: none
-- returns: none
-- requires: rejected_row
-- portable: no
insert into rolloutdiff.rejected_row
select x.run, x.source_file, x.source_row, x.column_name, x.value, x.reason
from part_row as x;
