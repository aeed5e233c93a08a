-- given:
create temp table new_feature (feature_id integer, tier varchar, name varchar);

-- case: none
-- run: carry_first
-- expect:
--   NULL | 0

-- case: the lowest
-- call:
insert into new_feature values (9, 'ast', 'ast:it''s'), (7, 'lexical', 'lex:a');
-- run: carry_first
-- expect:
--   7 | 2
