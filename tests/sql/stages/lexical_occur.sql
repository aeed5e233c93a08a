-- A place of a rollout begins with cell * 2 ** 32.

-- given:
create temp table lexical_cell (cell integer, least bigint);
insert into lexical_cell values (0, 1), (1, 2);
create temp table lexical_text (chunk bigint, place bigint, words varchar);
insert into lexical_text values
    (0, 1, 'it s x_1 ' || chr(1) || ' it'), (0, 2, ''), (0, 4294967299, 'été it'), (0, 4294967300, 'it'), (1, 3, 'later');
create temp table lexical_word_count (cell integer, word varchar, rollouts bigint);

-- case: each word once per rollout of the chunk, from the fewest of its cell on; boundaries are no words
-- run: lexical_occur {"chunk": 0, "middle_place": 1}
-- call:
select * from lexical_word_count order by all;
-- expect:
--   0 | 'it' | 1
--   0 | 's' | 1
--   0 | 'x_1' | 1
--   1 | 'it' | 2
