-- name: store_audit_assessment
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the assessment of one run; assessed_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_run_assessment
-- portable: no
insert into rolloutdiff.audit_run_assessment
select
    $audit_id, $run, x.slice, x.flag, x.marker, x.marker_shift, x.kl, x.ess, x.gain, x.basis, x.ship, x.issues
from assessed_row as x
order by x.place;
