-- given:
create temp table lexical_word (word_id integer, word varchar, rollouts bigint);
insert into lexical_word values (1, 'it', 4), (2, 's', 2);
create temp table lexical_feature (name varchar, feature_id integer);
insert into lexical_feature values ('s', 10), ('it s', 11), ('it s s', 12);

-- case: n-grams in word numbers, 0 for no word
-- run: lexical_terms
-- call:
select * from lexical_term order by feature_id;
-- expect:
--   10 | 2 | 0 | 0
--   11 | 1 | 2 | 0
--   12 | 1 | 2 | 2
