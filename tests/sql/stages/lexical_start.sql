-- A pair of words has the number first * 2 ** 31 + second; a place of a rollout begins with cell * 2 ** 32.

-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 3, 0, 5), (1, false, 2, 1, 0, 7);
create temp table vocabulary_member (rollout_id bigint, step bigint, cell integer);
insert into vocabulary_member values (1, 10, 0), (2, 10, 0), (3, 10, 0), (4, 10, 0), (5, 20, 1);
insert into rolloutdiff.extraction values
    (1, 'x', 'ok', 'é', [], []), (2, 'x', 'ok', 'it''s', [], []), (3, 'x', 'ok', '', [], []), (4, 'x', 'ok', null, [], []), (5, 'x', 'ok', 'abcd', [], []),
    (6, 'x', 'ok', 'outside', [], []);

-- case: chunks by bytes; rollouts without prose are in none
-- Texts begin at byte 0, 2 and 6.
-- run: lexical_start {"chunk_bytes": 6}
-- call:
select rollout_id, step, place, chunk from lexical_member order by rollout_id;
-- expect:
--   1 | 10 | 1 | 0
--   2 | 10 | 2 | 0
--   5 | 20 | 4294967299 | 1
-- call:
select * from lexical_chunk order by chunk;
-- expect:
--   0 | 1 | 2 | 1 | 6
--   1 | 5 | 5 | 4294967299 | 4
-- call:
select * from lexical_cell order by cell;
-- expect:
--   0 | 5
--   1 | 7

-- case: a cell that lies in several chunks must report every count
-- run: lexical_start {"chunk_bytes": 2}
-- call:
select * from lexical_cell order by cell;
-- expect:
--   0 | 1
--   1 | 7
