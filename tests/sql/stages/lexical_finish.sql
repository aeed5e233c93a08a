-- given:
create temp table lexical_chunk (n integer);
create temp table lexical_member (n integer);
create temp table lexical_cell (n integer);
create temp table lexical_sequence (n integer);
create temp table lexical_word (n integer);
create temp table lexical_term (n integer);

-- case: the temporary tables go
-- run: lexical_finish
-- call:
select count(*) from duckdb_tables() where table_name like 'lexical%';
-- expect:
--   0

-- case: all of them are there to drop
-- given:
drop table lexical_term;
-- run: lexical_finish
-- fails: lexical_term does not exist
