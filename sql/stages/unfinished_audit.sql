-- name: unfinished_audit
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Audits that were begun and not completed.
-- params: none
-- returns: audit_id
-- requires: audit
-- portable: no
select a.audit_id
from rolloutdiff.audit as a
where not a.complete
order by a.audit_id;
