-- A pair of words has the number first * 2 ** 31 + second; a place of a rollout begins with cell * 2 ** 32.

-- given:
create temp table lexical_cell (cell integer, least bigint);
insert into lexical_cell values (0, 1), (1, 2);
create temp table lexical_word (word_id integer, word varchar, rollouts bigint);
insert into lexical_word values (1, 'it', 4), (2, 's', 2);
create temp table lexical_sequence (chunk bigint, place bigint, word_ids integer[]);
create temp table lexical_pair_count (cell integer, pair_key bigint, rollouts bigint);
create temp table lexical_text (chunk bigint, place bigint, words varchar);
insert into lexical_text values (0, 1, 'it x ' || chr(1) || ' it s it s'), (0, 2, ''), (0, 4294967299, 'it s'), (7, 9, 'it s');

-- case: words without a number and boundaries are 0; each pair once per rollout, from the fewest of its cell on
-- run: lexical_encode {"chunk": 0, "middle_place": 2}
-- call:
select * from lexical_sequence order by place;
-- expect:
--   0 | 1 | [1, 0, 0, 1, 2, 1, 2]
--   0 | 4294967299 | [1, 2]
-- call:
select * from lexical_pair_count order by pair_key;
-- expect:
--   0 | 2147483650 | 1
--   0 | 4294967297 | 1
