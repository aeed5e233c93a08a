-- given:
create temp table vocabulary_cell as select * from (values (0, true), (1, false), (2, false)) as t(cell, is_first);
create temp table lexical_gram as
select *
from (values ('it', 1, 0, 0), ('now', 2, 0, 0), ('it now', 1, 2, 0), ('new', 3, 0, 0), ('part', 4, 0, 0)) as t(name, first_id, second_id, third_id);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
insert into lexical_total values (1, 0, 0, 1, 7), (1, 0, 0, 2, 7), (1, 2, 0, 2, 3), (2, 0, 0, 1, 6), (3, 0, 0, 1, 2);
create temp table carried_token as select 'lexical' as tier, 'lex:now' as name;

-- case: what is known goes into the first cell; one n-gram is not known, one is taken over, a part was not counted
-- given:
create temp table kept_gram as select * from (values ('it', 5), ('it now', 0), ('gone', 9)) as t(name, rollouts);
-- run: carry_grams
-- expect:
--   1
-- call:
select * from lexical_total as t where t.cell = 0;
-- expect:
--   1 | 0 | 0 | 0 | 5

-- case: all are known
-- given:
create temp table kept_gram as select * from (values ('it', 5), ('it now', 0), ('new', 1)) as t(name, rollouts);
-- run: carry_grams
-- expect:
--   0
