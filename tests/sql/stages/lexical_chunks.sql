-- given:
create temp table lexical_chunk (chunk bigint, first_rollout bigint, last_rollout bigint, middle_place bigint, bytes bigint);
insert into lexical_chunk values (3, 7, 9, 8, 20), (0, 1, 6, 3, 30);

-- case: in order
-- run: lexical_chunks
-- expect:
--   0 | 1 | 6 | 3 | 30
--   3 | 7 | 9 | 8 | 20

-- case: without prose there is none
-- call:
delete from lexical_chunk;
-- run: lexical_chunks
-- expect: none
