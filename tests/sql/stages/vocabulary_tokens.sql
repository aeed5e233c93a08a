-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 9, 0, 1), (1, false, 2, 9, 0, 2);
create temp table vocabulary_member (rollout_id bigint, step bigint, cell integer);
insert into vocabulary_member values (1, 10, 0), (2, 20, 1), (3, 20, 1);
create temp table fixed_feature as select 'shape:x' as name;
insert into rolloutdiff.extraction values
    (1, 'x', 'ok', null, ['ast:a', 'ast:str:it''s'], [5, 1]), (2, 'x', 'ok', null, ['ast:a', 'ast:rare', 'shape:x'], [1, 1, 1]),
    (3, 'x', 'ok', null, ['ast:a'], [1]), (4, 'x', 'ok', null, ['ast:a'], [1]);

-- case: rollouts of a cell, whatever the count; rare tokens of later cells are left out unless they are fixed
-- run: vocabulary_tokens
-- call:
select * from token_count order by all;
-- expect:
--   0 | 'ast:a' | 1
--   0 | 'ast:str:it''s' | 1
--   1 | 'ast:a' | 2
--   1 | 'shape:x' | 1
