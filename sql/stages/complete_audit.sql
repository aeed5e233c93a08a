-- name: complete_audit
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes an audit visible to the report views.
-- params: audit_id VARCHAR: audit
-- returns: none
-- requires: audit
-- portable: no
update rolloutdiff.audit as a
set complete = true
where a.audit_id = $audit_id;
