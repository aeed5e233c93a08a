-- name: certify_fault
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The first value of certify_row that should be a number and is none, or no row.
-- params: none
-- returns: source_row, column, value, reason
-- requires: none
-- portable: no
select r.source_row, r.reject_column as column, r.reject_value as value, r.reject_reason as reason
from certify_row as r
where r.reject_reason is not null
order by r.source_row
limit 1;
