-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 9, 0, 1), (1, false, 2, 9, 0, 3);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
create temp table lexical_word_count (cell integer, word varchar, rollouts bigint);
insert into lexical_word_count values (0, 'it', 3), (0, 'it', 1), (0, 'b', 2), (0, 'a', 2), (0, 'c', 1), (0, 'e', 1), (1, 'c', 3), (1, 'd', 2);

-- case: ties at the last place stay, and what is frequent enough later; numbered by frequency, then bytes
-- run: lexical_words {"first_places": 2}
-- call:
select * from lexical_word order by word_id;
-- expect:
--   1 | 'it' | 4
--   2 | 'a' | 2
--   3 | 'b' | 2
--   4 | 'c' | 1
-- call:
select * from lexical_total order by all;
-- expect:
--   1 | 0 | 0 | 0 | 4
--   2 | 0 | 0 | 0 | 2
--   3 | 0 | 0 | 0 | 2
--   4 | 0 | 0 | 0 | 1
--   4 | 0 | 0 | 1 | 3

-- case: without a place only later words are kept
-- run: lexical_words {"first_places": 0}
-- call:
select * from lexical_word;
-- expect:
--   1 | 'c' | 1
