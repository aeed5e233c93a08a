-- name: part_ingest
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Source files of a warehouse that is merged into another.
-- params: number INTEGER: which part of the dump it is
-- returns: number, and the columns of ingest
-- requires: ingest
-- portable: no
select
    $number as number, i.run, i.source_file, i.sha256, i.bytes, i.modified_ns, i.rows, i.rejected, i.format, i.evidence,
    i.reward_formula
from rolloutdiff.ingest as i
order by i.run, i.source_file;
