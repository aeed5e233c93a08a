-- name: audit_slices_scored
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Runs and slices that a complete audit has figures for.
-- params: audit_id VARCHAR: audit
-- returns: run, slice
-- requires: audit, audit_slice_risk
-- portable: no
select r.run, r.slice
from rolloutdiff.audit_slice_risk as r
inner join rolloutdiff.audit as a on a.audit_id = r.audit_id
where r.audit_id = $audit_id and a.complete and r.leads
order by r.run, r.slice;
