-- given: prompt_start

-- case: the table goes
-- run: prompt_finish
-- call:
select count(*) from duckdb_tables() where table_name = 'prompt_total';
-- expect:
--   0

-- case: there is one to drop
-- given:
drop table prompt_total;
-- run: prompt_finish
-- fails: prompt_total does not exist
