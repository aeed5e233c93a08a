-- name: read_objects
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the temporary table of read_lines, staged_line, from objects that a loader took out of
--   files that are no JSON lines; staged_source is an Arrow stream of line_id, path, line (one object per row, as JSON
--   text; NULL for a blank one), in order.
-- params: none
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
