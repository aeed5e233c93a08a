-- name: store_ingest
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Records the loaded files with the rows each of them gave, in place of what was recorded of them before; ingest_file is an Arrow table of the files.
-- params: runs VARCHAR[]: runs that were loaded; evidence VARCHAR: why this format; format VARCHAR: loader; reward_formula VARCHAR: weighted sum of reward columns
-- returns: none
-- requires: ingest, rejected_row, rollout
-- portable: no
delete from rolloutdiff.ingest as i
where list_contains($runs, i.run) and i.source_file in (select f.source_file from ingest_file as f);

insert into rolloutdiff.ingest
with
-- one row per run and file with loaded rows
loaded as (
    select r.run, r.source_file, count(*) as rows
    from rolloutdiff.rollout as r
    semi join ingest_file as f on f.source_file = r.source_file
    where list_contains($runs, r.run)
    group by r.run, r.source_file
),
-- one row per run and file with rows set aside
rejected as (
    select r.run, r.source_file, count(*) as rows
    from rolloutdiff.rejected_row as r
    semi join ingest_file as f on f.source_file = r.source_file
    group by r.run, r.source_file
)
select
    coalesce(l.run, f.run) as run,
    f.source_file,
    f.sha256,
    f.bytes,
    f.modified_ns,
    coalesce(l.rows, 0) as rows,
    coalesce(j.rows, 0) as rejected,
    $format,
    $evidence,
    $reward_formula
from ingest_file as f
left join loaded as l on l.source_file = f.source_file and l.run = coalesce(f.run, l.run)
left join rejected as j on j.source_file = f.source_file and j.run is not distinct from coalesce(f.run, l.run)
order by 1, 2;
