-- name: audit_finish
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes the temporary tables of an audit.
-- params: none
-- returns: none
-- requires: none
-- portable: no
drop table if exists temp.main.audit_excess;

drop table if exists temp.main.audit_feature;

drop table if exists temp.main.audit_resolved;
