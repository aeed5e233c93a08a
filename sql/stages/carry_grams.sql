-- name: carry_grams
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the rollouts of the first cell to the n-grams that were counted in later steps alone; kept_gram is an Arrow table of those that are known, 0 where no rollout holds one.
-- params: none
-- returns: unknown: n-grams whose rollouts in the first cell are not known, but for those taken over
-- requires: none
-- portable: no
insert into lexical_total
select g.first_id, g.second_id, g.third_id, c.cell, k.rollouts
from lexical_gram as g
inner join kept_gram as k on k.name = g.name
cross join vocabulary_cell as c
where c.is_first and k.rollouts > 0;

select count(*) as unknown
from lexical_gram as g
semi join lexical_total as t on t.first_id = g.first_id and t.second_id = g.second_id and t.third_id = g.third_id
anti join kept_gram as k on k.name = g.name
anti join carried_token as c on c.name = 'lex:' || g.name;
