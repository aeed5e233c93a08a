-- name: known_runs
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Every run that was loaded into a warehouse.
-- params: none
-- returns: run
-- requires: ingest
-- portable: yes
select distinct i.run
from rolloutdiff.ingest as i
order by i.run;
