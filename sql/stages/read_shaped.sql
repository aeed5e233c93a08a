-- name: read_shaped
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Puts the completions of lines that hold several in place of these lines in staged_line. staged_shape is an
--   Arrow table with one row per completion: raw_id (line it comes from), line_id (its own number, NULL when the line
--   holds none), and the other columns of staged_line.
-- params: none
-- returns: none
-- requires: none
-- portable: no
delete from staged_line
where staged_line.line_id in (select s.raw_id from staged_shape as s);

insert into staged_line (line_id, path, line, valid, repaired, fault, fault_text)
select s.line_id, s.path, s.line, s.valid, s.repaired, s.fault, s.fault_text
from staged_shape as s
where s.line_id is not null
order by s.line_id;
