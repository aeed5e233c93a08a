-- given: prompt_start
insert into prompt_total values (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1), (4, 1, 1, 1), (4, 2, 1, 1), (9, 1, 1, 1);

-- case: before the features stand 0, 2, 3 and 5 rows
-- run: prompt_blocks {"block_rows": 3}
-- expect:
--   1 | 2
--   4 | 9
-- run: prompt_blocks {"block_rows": 1}
-- expect:
--   1 | 1
--   2 | 2
--   4 | 4
--   9 | 9

-- case: without counts there is no range
-- call:
delete from prompt_total;
-- run: prompt_blocks {"block_rows": 3}
-- expect: none
