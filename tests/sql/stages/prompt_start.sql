-- case: an empty table, whatever was there
-- run: prompt_start
-- call:
insert into prompt_total values (1, 1, 1, 1);
-- run: prompt_start
-- call:
select count(*) from prompt_total;
-- expect:
--   0

-- case: a count is given
-- given: prompt_start
-- call:
insert into prompt_total values (1, 1, 1, null);
-- fails: NOT NULL constraint failed: prompt_total\.total
