-- name: place_files
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table staged_file, one row per file, with the first of its lines in staged_line.
-- params: paths VARCHAR[]: paths as they are; names VARCHAR[]: source_file per path; runs VARCHAR[]: run per path; file_steps BIGINT[]: step in the file name
-- returns: none
-- requires: none
-- portable: no
create or replace temp table staged_file as
with
-- one row per file
dump as (
    select
        unnest($paths::varchar[]) as path,
        unnest($names::varchar[]) as name,
        unnest($runs::varchar[]) as run,
        unnest($file_steps::bigint[]) as file_step,
        generate_subscripts($names::varchar[], 1) as place
),
-- one row per file that has lines
beginning as (
    select l.path, min(l.line_id) as line_id
    from staged_line as l
    group by l.path
)
select d.path, d.name, d.run, d.file_step, d.place, b.line_id as first_line_id
from dump as d
left join beginning as b on b.path = d.path;
