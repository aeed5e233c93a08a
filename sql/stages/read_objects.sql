-- name: read_objects
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary tables of read_lines, staged_line and staged_file, from objects that a loader took out of
--   files that are no JSON lines; staged_source is an Arrow stream of line_id, path, line (one object per row, as JSON
--   text; NULL for a blank one), in order.
-- params: paths VARCHAR[]: paths of the files; names VARCHAR[]: source_file per path; runs VARCHAR[]: run per path; file_steps BIGINT[]: step in the file name
-- returns: none
-- requires: none
-- portable: no
create or replace temp table staged_line as
select
    s.line_id,
    s.path,
    s.line,
    case when s.line is not null then json_valid(s.line) and regexp_matches(s.line, '^\s*[{]') end as valid,
    0 as repaired,
    null::varchar as fault,
    null::varchar as fault_text
from staged_source as s;

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
-- one row per file that has rows
beginning as (
    select l.path, min(l.line_id) as line_id
    from staged_line as l
    group by l.path
)
select d.path, d.name, d.run, d.file_step, d.place, b.line_id as first_line_id
from dump as d
left join beginning as b on b.path = d.path;
