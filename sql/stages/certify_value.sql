-- name: certify_value
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Used rows of one slice of certify_row, in an order that does not depend on that of the source.
-- params: slice VARCHAR: slice
-- returns: gold, log_weight, score, target_score
-- requires: none
-- portable: no
select r.gold, r.log_weight, r.score, r.target_score
from certify_row as r
where r.is_used and r.slice = $slice
order by r.gold, r.behavior, r.target, r.score, r.target_score;
