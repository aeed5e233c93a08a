-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 9, 0, 1), (1, false, 2, 9, 0, 3);
create temp table lexical_word (word_id integer, word varchar, rollouts bigint);
insert into lexical_word values (1, 'it', 4), (2, 's', 2);
create temp table lexical_pair (pair_id integer, pair_key bigint, first_id integer, second_id integer);
insert into lexical_pair values (1, 2147483650, 1, 2), (2, 4294967298, 2, 2);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
create temp table lexical_triple_count (cell integer, triple_key bigint, rollouts bigint);
insert into lexical_triple_count values (0, 2147483649, 1), (0, 2147483649, 1), (0, 2147483650, 2), (0, 4294967297, 1), (1, 4294967297, 2), (1, 4294967298, 3);

-- case: triples that tie at the last place stay, and what is frequent enough later
-- run: lexical_grams {"first_places": 1}
-- call:
select * from lexical_gram order by name;
-- expect:
--   'it' | 1 | 0 | 0
--   'it s' | 1 | 2 | 0
--   'it s it' | 1 | 2 | 1
--   'it s s' | 1 | 2 | 2
--   's' | 2 | 0 | 0
--   's s' | 2 | 2 | 0
--   's s s' | 2 | 2 | 2
-- call:
select * from lexical_total order by all;
-- expect:
--   1 | 2 | 1 | 0 | 2
--   1 | 2 | 2 | 0 | 2
--   2 | 2 | 2 | 1 | 3
