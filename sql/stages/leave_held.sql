-- name: leave_held
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes those staged rows back that the warehouse holds already, after changed_row found no other; rows set aside from these sources are staged anew.
-- params: runs VARCHAR[]: runs that were read; files VARCHAR[]: source files that were read
-- returns: none
-- requires: ingest, rejected_row, rollout
-- portable: no
delete from staged_row as s
using rolloutdiff.rollout as r
where
    list_contains($runs, r.run)
    and list_contains($files, r.source_file)
    and s.run = r.run
    and s.source_file = r.source_file
    and s.source_row = r.source_row
    and s.reject_reason is null;

-- Those of other loaded runs stay. A filter on a column of nothing but NULL fails in files of DuckDB 1.4, so none is set on run.
delete from rolloutdiff.rejected_row as r
where
    list_contains($files, r.source_file)
    and not exists (
        select i.run
        from rolloutdiff.ingest as i
        where i.run = r.run and not list_contains($runs, i.run)
    );
