-- given:
create temp table run_rollout as
select * from (
    values (1, 'it''s', 5, 'p'), (2, 'r', 10, 'p'), (3, 'r', 10, 'p'), (4, 'r', 20, 'p'), (5, 'r', 30, 'p'), (6, 'r', 30, 'p'), (7, 'r', 30, 'p'), (8, 'r', 30, 'p')
) as t(rollout_id, run, step, prompt_id);

-- case: two first steps are one cell, then every step; a rise of half of four rollouts needs two
-- run: vocabulary_cells {"first_steps": 2, "first_index": 2, "min_change": 0.5, "min_document_frequency": 1}
-- call:
select * from vocabulary_cell order by cell;
-- expect:
--   0 | true | 2 | 1 | 0 | 1
--   1 | true | 2 | 3 | 1 | 1
--   2 | false | 2 | 4 | 1 | 2
-- call:
select * from vocabulary_member where rollout_id in (1, 4, 5) order by rollout_id;
-- expect:
--   1 | 5 | 0
--   4 | 20 | 1
--   5 | 30 | 2

-- case: all steps compete at once in a short run; a token is in enough rollouts
-- run: vocabulary_cells {"first_steps": 9, "first_index": 0, "min_change": 0.5, "min_document_frequency": 3}
-- call:
select * from vocabulary_cell order by cell;
-- expect:
--   0 | true | 0 | 1 | 0 | 1
--   1 | true | 0 | 7 | 1 | 1
-- run: vocabulary_cells {"first_steps": 2, "first_index": 0, "min_change": 0.5, "min_document_frequency": 3}
-- call:
select least from vocabulary_cell where not is_first;
-- expect:
--   3
