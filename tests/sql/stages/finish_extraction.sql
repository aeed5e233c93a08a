-- given:
create temp table repeated_text (rollout_id bigint);
create temp table fresh_text (rollout_id bigint);

-- case: both lists are gone
-- run: finish_extraction
-- call:
select count(*) from duckdb_tables() where temporary and table_name in ('repeated_text', 'fresh_text');
-- expect:
--   0
