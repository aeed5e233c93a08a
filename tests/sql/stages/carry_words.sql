-- given:
create temp table carried_token (tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into carried_token values ('lexical', 'lex:it s', 3, 20), ('lexical', 'lex:ältere wörter it', 3, 20), ('ast', 'ast:x', 3, 20);
create temp table lexical_word (word_id integer, word varchar, rollouts bigint);
insert into lexical_word values (1, 'it', 4), (2, 'is', 2);

-- case: words that have no number yet, in byte order
-- run: carry_words
-- call:
select * from lexical_word order by word_id;
-- expect:
--   1 | 'it' | 4
--   2 | 'is' | 2
--   3 | 's' | 0
--   4 | 'wörter' | 0
--   5 | 'ältere' | 0
