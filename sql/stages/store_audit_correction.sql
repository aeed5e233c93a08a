-- name: store_audit_correction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the terms of the correction of one run; correction_row is an Arrow table.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_correction
-- portable: no
insert into rolloutdiff.audit_correction
select
    $audit_id, $run, x.slice, x.place, x.span, x.kind, x.feature_id, x.other_id, x.premium, x.reason
from correction_row as x
order by x.slice, x.place;
