-- given:
create temp table vocabulary_cell (cell integer, is_first boolean, step_index bigint, samples bigint, first_cell integer, least bigint);
insert into vocabulary_cell values (0, true, 1, 9, 0, 1), (1, false, 2, 9, 0, 1);
create temp table fixed_feature as select 'ast:fixed' as name;
create temp table token_count (cell integer, name varchar, rollouts bigint);
insert into token_count values (0, 'ast:b', 3), (0, 'ast:a', 2), (0, 'ast:fixed', 9), (0, 'shape:x', 9), (1, 'ast:late', 9);
create temp table lexical_gram (name varchar, first_id integer, second_id integer, third_id integer);
insert into lexical_gram values ('it s', 1, 2, 0), ('z', 3, 0, 0);
create temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
insert into lexical_total values (1, 2, 0, 0, 3), (3, 0, 0, 0, 3), (3, 0, 0, 1, 5);

-- case: the most frequent of each tier, of equal ones the first in byte order; later cells do not count
-- run: vocabulary_first {"first_ast": 1, "first_lexical": 1, "min_document_frequency": 1}
-- call:
select * from admitted_token order by token_id;
-- expect:
--   2 | 'ast' | 'ast:b' | 3 | 1
--   4 | 'lexical' | 'lex:it s' | 3 | 1
-- call:
select token_id, name from vocabulary_token order by token_id;
-- expect:
--   1 | 'ast:a'
--   2 | 'ast:b'
--   3 | 'ast:late'
--   4 | 'lex:it s'
--   5 | 'lex:z'
-- call:
select * from vocabulary_count order by all;
-- expect:
--   1 | 0 | 2
--   2 | 0 | 3
--   3 | 1 | 9
--   4 | 0 | 3
--   5 | 0 | 3
--   5 | 1 | 5

-- case: a token is in enough rollouts
-- run: vocabulary_first {"first_ast": 9, "first_lexical": 9, "min_document_frequency": 3}
-- call:
select name from admitted_token order by token_id;
-- expect:
--   'ast:b'
--   'lex:it s'
--   'lex:z'
