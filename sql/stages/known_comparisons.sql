-- name: known_comparisons
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Comparisons of dumps that are kept, with their run.
-- params: none
-- returns: comparison_id, run
-- requires: cons_comparison
-- portable: no
select c.comparison_id, c.run
from rolloutdiff.cons_comparison as c
order by c.comparison_id;
