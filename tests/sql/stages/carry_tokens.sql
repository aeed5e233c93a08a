-- given:
create temp table carried_token (tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into carried_token values ('ast', 'ast:it''s', 3, 20), ('lexical', 'lex:gone', 4, 21), ('lexical', 'lex:absent', 4, 22);
create temp table vocabulary_token (token_id integer, tier varchar, name varchar);
insert into vocabulary_token values (7, 'ast', 'ast:it''s'), (8, 'lexical', 'lex:it''s');
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (1, 'ast', 'ast:first', 9, 1);

-- case: tokens come with their own step
-- run: carry_tokens
-- call:
select * from admitted_token order by name;
-- expect:
--   1 | 'ast' | 'ast:first' | 9 | 1
--   7 | 'ast' | 'ast:it''s' | 3 | 20
--   -2 | 'lexical' | 'lex:absent' | 4 | 22
--   -3 | 'lexical' | 'lex:gone' | 4 | 21
