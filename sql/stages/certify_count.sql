-- name: certify_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: What of certify_row is used, and why the rest is not; a row counts where its first reason is.
-- params: none
-- returns: rows, used, without_slice, without_gold, without_logprobs, above_zero
-- requires: none
-- portable: no
select
    count(*) as rows,
    count(*) filter (where r.is_used) as used,
    count(*) filter (where r.slice is null) as without_slice,
    count(*) filter (where r.slice is not null and r.gold is null) as without_gold,
    count(*) filter (where r.slice is not null and r.gold is not null and not r.is_used) as without_logprobs,
    count(*) filter (where r.is_used and greatest(r.behavior, r.target) > 0) as above_zero
from certify_row as r;
