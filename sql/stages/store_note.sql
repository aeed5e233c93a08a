-- name: store_note
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps what the loader found about the dump; dump_note is an Arrow table, a NULL run stands for every run.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: analysis_run, integrity
-- portable: no
insert into rolloutdiff.integrity
select
    $analysis_id, r.run, n.code, n.severity, n.count, n.first_step, n.last_step, n.files, n.message, n.file_names
from dump_note as n
inner join rolloutdiff.analysis_run as r on r.analysis_id = $analysis_id and r.run = coalesce(n.run, r.run)
order by r.run, n.code, n.first_step, n.message;
