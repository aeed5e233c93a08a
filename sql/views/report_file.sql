-- name: report_file
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Source files of every run that was analysed, with the hashes that inspect checks.
-- params: none
-- returns: analysis_id: analysis; run: run; source_file: path relative to the dump; sha256: hex digest when loaded, NULL for tables; bytes: size; rows: rows loaded; rejected: rows set aside; format: loader
-- requires: analysis, analysis_file
-- portable: yes
create view rolloutdiff.report_file as
select
    f.analysis_id,
    f.run,
    f.source_file,
    f.sha256,
    f.bytes,
    f.rows,
    f.rejected,
    f.format
from rolloutdiff.analysis_file as f
inner join rolloutdiff.analysis as a on a.analysis_id = f.analysis_id
where a.complete;
