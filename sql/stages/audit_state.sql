-- name: audit_state
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Whether an audit exists and is complete.
-- params: audit_id VARCHAR: audit
-- returns: complete
-- requires: audit
-- portable: no
select a.complete
from rolloutdiff.audit as a
where a.audit_id = $audit_id;
