-- name: staged_runs
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Runs among the staged rows.
-- params: none
-- returns: run
-- requires: none
-- portable: no
select distinct s.run
from staged_row as s
where s.run is not null
order by s.run;
