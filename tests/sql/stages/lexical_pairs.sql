-- A pair of words has the number first * 2 ** 31 + second; a place of a rollout begins with cell * 2 ** 32.

-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 9, 0, 1), (1, false, 2, 9, 0, 3);
create temp table lexical_word (word_id integer, word varchar, rollouts bigint);
insert into lexical_word values (1, 'it', 4), (2, 's', 2);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
create temp table lexical_text (n integer);
create temp table lexical_pair_count (cell integer, pair_key bigint, rollouts bigint);
insert into lexical_pair_count values (0, 2147483650, 2), (0, 2147483650, 1), (0, 4294967297, 1), (1, 4294967298, 3), (1, 4294967297, 2);

-- case: pairs compete with the words, later ones by their cell
-- The two words have 4 and 2 rollouts, the pairs 3 and 1: of two places the second has 3.
-- run: lexical_pairs {"first_places": 2}
-- call:
select * from lexical_pair order by pair_id;
-- expect:
--   1 | 2147483650 | 1 | 2
--   2 | 4294967298 | 2 | 2
-- call:
select * from lexical_total order by all;
-- expect:
--   1 | 2 | 0 | 0 | 3
--   2 | 2 | 0 | 1 | 3

-- case: with places to spare all pairs of first cells stay
-- run: lexical_pairs {"first_places": 99}
-- call:
select first_id, second_id from lexical_pair order by pair_id;
-- expect:
--   1 | 2
--   2 | 1
--   2 | 2
