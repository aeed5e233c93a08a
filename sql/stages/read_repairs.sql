-- name: read_repairs
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Puts what is known of marked lines back into staged_line: the text with halves of surrogate pairs replaced,
--   or why the line cannot be read; staged_repair is an Arrow table of line_id, line, repaired, fault.
-- params: none
-- returns: none
-- requires: none
-- portable: no
update staged_line
set
    line = r.line,
    fault_text = case when r.fault is not null then left(staged_line.line, 200) end,
    valid = r.fault is null,
    repaired = r.repaired,
    fault = r.fault
from staged_repair as r
where r.line_id = staged_line.line_id;
