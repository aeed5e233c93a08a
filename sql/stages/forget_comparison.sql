-- name: forget_comparison
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes every row of some comparisons, and nothing else.
-- params: comparisons VARCHAR[]: comparisons
-- returns: none
-- requires: cons_comparison, cons_dump, cons_mapping, cons_module, cons_suspect, cons_value
-- portable: no
delete from rolloutdiff.cons_dump as t
where list_contains($comparisons, t.comparison_id);

delete from rolloutdiff.cons_mapping as t
where list_contains($comparisons, t.comparison_id);

delete from rolloutdiff.cons_value as t
where list_contains($comparisons, t.comparison_id);

delete from rolloutdiff.cons_module as t
where list_contains($comparisons, t.comparison_id);

delete from rolloutdiff.cons_suspect as t
where list_contains($comparisons, t.comparison_id);

delete from rolloutdiff.cons_comparison as t
where list_contains($comparisons, t.comparison_id);
