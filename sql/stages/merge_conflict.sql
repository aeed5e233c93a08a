-- name: merge_conflict
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Source files of which two parts of a dump have read different contents; part_file is an Arrow table of the files of all parts.
-- params: none
-- returns: source_file, first_part, second_part
-- requires: none
-- portable: no
select
    p.source_file,
    least(arg_min(p.number, coalesce(p.sha256, '')), arg_max(p.number, coalesce(p.sha256, ''))) as first_part,
    greatest(arg_min(p.number, coalesce(p.sha256, '')), arg_max(p.number, coalesce(p.sha256, ''))) as second_part
from part_file as p
group by p.source_file
having count(distinct coalesce(p.sha256, '')) > 1
order by p.source_file;
