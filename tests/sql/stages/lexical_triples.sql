-- A triple of words has the number (first pair) * 2 ** 31 + third word.

-- given:
create temp table lexical_cell (cell integer, least bigint);
insert into lexical_cell values (0, 1), (1, 2);
create temp table lexical_pair (pair_id integer, pair_key bigint, first_id integer, second_id integer);
insert into lexical_pair values (1, 2147483650, 1, 2), (2, 4294967298, 2, 2);
create temp table lexical_triple_count (cell integer, triple_key bigint, rollouts bigint);
create temp table lexical_sequence (chunk bigint, place bigint, word_ids integer[]);
insert into lexical_sequence values (0, 1, [1, 2, 2, 0, 1, 2, 2]), (0, 2, [1, 2, 1]), (0, 3, [1, 2]), (0, 4294967300, [1, 2, 2]), (7, 9, [1, 2, 2]);

-- case: both pairs must have a number; once per rollout, from the fewest of its cell on
-- run: lexical_triples {"chunk": 0, "middle_place": 2}
-- call:
select * from lexical_triple_count;
-- expect:
--   0 | 2147483650 | 1
