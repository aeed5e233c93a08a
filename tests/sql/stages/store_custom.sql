-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
-- given: custom_start
create temp table custom_known (name varchar, kind varchar, unit varchar, scale integer);
insert into custom_known values ('custom:z', 'binary', 'share', 1), ('custom:it''s', 'continuous', 'custom', 10000);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'r', 5, 'p', 1, 0), ('a', 2, 'r', 6, 'p', 1, 0), ('b', 3, 'r', 7, 'p', 1, 0);
insert into custom_gathered values ('custom:it''s', 1, 15000), ('custom:it''s', 2, 7), ('custom:it''s', 3, 1);

-- case: features are numbered on by name, one that nothing shows too; counts of this analysis are kept
-- run: store_custom {"analysis_id": "a"}
-- call:
select * from rolloutdiff.feature where tier = 'custom';
-- expect:
--   3 | 'a' | 'custom' | 'continuous' | 'custom:it''s' | 'custom' | 10000 | 3 | 'fixed' | 0
--   4 | 'a' | 'custom' | 'binary' | 'custom:z' | 'share' | 1 | 0 | 'fixed' | 0
-- call:
select * from rolloutdiff.feature_count;
-- expect:
--   3 | 1 | 5 | 15000
--   3 | 2 | 6 | 7
-- call:
select count(*) from duckdb_tables() where table_name = 'custom_gathered';
-- expect:
--   0
