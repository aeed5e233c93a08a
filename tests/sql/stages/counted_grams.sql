-- given:
create temp table vocabulary_cell as select * from (values (0, true), (1, false), (2, false)) as t(cell, is_first);
create temp table lexical_gram as
select *
from (values ('it', 1, 0, 0), ('now', 2, 0, 0), ('it now', 1, 2, 0), ('new', 3, 0, 0), ('part', 4, 0, 0)) as t(name, first_id, second_id, third_id);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);

-- case: n-grams that were counted, also those that no rollout of the first cell holds; a word that is part of one was not
-- given:
insert into lexical_total values (1, 0, 0, 0, 5), (1, 0, 0, 1, 7), (1, 0, 0, 2, 7), (1, 2, 0, 2, 3), (2, 0, 0, 0, 4);
-- run: counted_grams
-- expect:
--   'it' | 5
--   'it now' | 0
--   'now' | 4
