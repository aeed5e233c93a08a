-- name: counted_grams
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: How many rollouts of the first cell of a run hold each n-gram that was counted; a later analysis of the run need not read that cell for them.
-- params: none
-- returns: name, rollouts: 0 where no rollout of the first cell holds it
-- requires: none
-- portable: no
select g.name, coalesce(sum(t.rollouts::bigint) filter (where k.is_first), 0)::bigint as rollouts
from lexical_total as t
inner join lexical_gram as g on g.first_id = t.first_id and g.second_id = t.second_id and g.third_id = t.third_id
inner join vocabulary_cell as k on k.cell = t.cell
group by g.name
order by g.name;
