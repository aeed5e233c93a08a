-- name: merge_ingest
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Records the source files of all parts of a dump, each once; part_file is an Arrow table of them.
-- params: none
-- returns: none
-- requires: ingest
-- portable: no
insert into rolloutdiff.ingest
select
    p.run,
    p.source_file,
    any_value(p.sha256) as sha256,
    any_value(p.bytes) as bytes,
    arg_min(p.modified_ns, p.number) as modified_ns,
    sum(p.rows::bigint)::bigint as rows,
    sum(p.rejected::bigint)::bigint as rejected,
    min(p.format) as format,
    min(p.evidence) as evidence,
    min(p.reward_formula) as reward_formula
from part_file as p
group by p.run, p.source_file
order by p.run, p.source_file;
