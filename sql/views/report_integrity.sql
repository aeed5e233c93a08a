-- name: report_integrity
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Findings about the dump itself.
-- params: none
-- returns: analysis_id: analysis; run: run; code: stable code of the finding; severity: note or warning; count: rows or steps concerned; first_step: first step concerned; last_step: last step concerned; files: files concerned; message: what it means for the conclusions; file_names: names of the files concerned, at most ten, those of the earliest steps first, NULL where files do not matter
-- requires: analysis, integrity
-- portable: yes
create view rolloutdiff.report_integrity as
select
    i.analysis_id,
    i.run,
    i.code,
    i.severity,
    i.count,
    i.first_step,
    i.last_step,
    i.files,
    i.message,
    i.file_names
from rolloutdiff.integrity as i
inner join rolloutdiff.analysis as a on a.analysis_id = i.analysis_id
where a.complete;
