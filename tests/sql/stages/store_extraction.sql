-- given:
create temp table text_key as select * from (values (1, 7::uhugeint), (2, 7::uhugeint), (3, 8::uhugeint)) as t(rollout_id, text_hash);
create temp table text_extraction as
select 7::uhugeint as text_hash, 'ok' as status, 'it''s' as prose, ['ast:a'] as feature, [2] as count
union all select 8::uhugeint, 'no_code', null, []::varchar[], []::integer[];
create temp table fresh_text (rollout_id bigint);
insert into rolloutdiff.extraction values (1, 'x1', 'old', null, [], []), (9, 'x1', 'old', null, [], []);

-- case: every rollout of a text gets its extraction, in place of an older one
-- run: store_extraction {"extractor": "x2"}
-- call:
select * from rolloutdiff.extraction order by rollout_id;
-- expect:
--   1 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   2 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   3 | 'x2' | 'no_code' | NULL | [] | []
--   9 | 'x1' | 'old' | NULL | [] | []
-- call:
select count(*) from duckdb_tables() where temporary and table_name in ('text_key', 'text_extraction', 'fresh_text');
-- expect:
--   0
