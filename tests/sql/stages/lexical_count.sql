-- given:
create temp table lexical_term (feature_id integer, first_id integer, second_id integer, third_id integer);
insert into lexical_term values (10, 1, 0, 0), (11, 1, 2, 0), (12, 1, 2, 2);
create temp table lexical_member (place bigint, rollout_id bigint, step bigint);
insert into lexical_member values (1, 7, 5), (2, 8, 6), (3, 9, 6);
create temp table lexical_sequence (chunk bigint, place bigint, word_ids integer[]);
insert into lexical_sequence values (0, 1, [1, 2, 2, 0, 1]), (0, 2, [2, 0, 2]), (0, 3, [1]), (7, 1, [1]);

-- case: every occurrence counts, none across a boundary
-- run: lexical_count {"chunk": 0, "first_rollout": 7, "last_rollout": 8}
-- call:
select * from rolloutdiff.feature_count order by all;
-- expect:
--   10 | 7 | 5 | 2
--   11 | 7 | 5 | 1
--   12 | 7 | 5 | 1
