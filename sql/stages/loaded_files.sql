-- name: loaded_files
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Files of a run that the warehouse already holds, with hash and reward formula.
-- params: run VARCHAR: run
-- returns: source_file, sha256, rows, format, reward_formula
-- requires: ingest
-- portable: no
select i.source_file, i.sha256, i.rows, i.format, i.reward_formula
from rolloutdiff.ingest as i
where i.run = $run
order by i.source_file;
