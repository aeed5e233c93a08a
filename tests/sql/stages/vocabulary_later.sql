-- given:
create temp table vocabulary_token (token_id integer, tier varchar, name varchar);
insert into vocabulary_token values (1, 'lexical', 'lex:it''s'), (2, 'lexical', 'lex:b'), (3, 'ast', 'ast:c'), (4, 'lexical', 'lex:d'), (5, 'lexical', 'lex:e');
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (5, 'lexical', 'lex:e', 9, 0);
create temp table later_token (token_id integer, document_frequency bigint, admitted_index integer);
insert into later_token values (1, 20, 5), (3, 40, 7);

-- case: later tokens join with tier and name
-- run: vocabulary_later
-- call:
select * from admitted_token order by token_id;
-- expect:
--   1 | 'lexical' | 'lex:it''s' | 20 | 5
--   3 | 'ast' | 'ast:c' | 40 | 7
--   5 | 'lexical' | 'lex:e' | 9 | 0
