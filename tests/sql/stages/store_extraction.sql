-- given:
create temp table repeated_text as select * from (values (4::bigint, 3::bigint), (2, 1)) as t(rollout_id, first_rollout);
create temp table fresh_text (rollout_id bigint);
insert into rolloutdiff.extraction values
    (1, 'x2', 'ok', 'it''s', ['ast:a'], [2]), (3, 'x2', 'no_code', null, [], []), (9, 'x1', 'other', null, [], []);

-- case: every rollout of a repeated text gets the extraction of the first, in order
-- run: store_extraction
-- call:
select * from rolloutdiff.extraction;
-- expect:
--   1 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   3 | 'x2' | 'no_code' | NULL | [] | []
--   9 | 'x1' | 'other' | NULL | [] | []
--   2 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   4 | 'x2' | 'no_code' | NULL | [] | []
-- call:
select count(*) from duckdb_tables() where temporary and table_name in ('repeated_text', 'fresh_text');
-- expect:
--   0
