-- given:
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (5, 'lexical', 'lex:e', 9, 0), (1, 'lexical', 'lex:it''s', 9, 0), (3, 'ast', 'ast:c', 9, 0);

-- case: by tier
-- run: vocabulary_taken
-- expect:
--   'ast' | 1
--   'lexical' | 2

-- case: a tier without a token is not named
-- call:
delete from admitted_token;
-- run: vocabulary_taken
-- expect: none
