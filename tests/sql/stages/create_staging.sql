-- case: an empty table, whatever was staged before
-- given: create_staging
-- call:
insert into staged_row (source_file, reward, reward_parts) values ('it''s', 'nan', map {'a': null});
-- run: create_staging
-- call:
select count(*) from staged_row;
-- expect:
--   0
-- call:
insert into staged_row (step) values ('two');
-- fails: Could not convert string 'two' to INT64
