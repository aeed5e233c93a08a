-- given: prompt_start
insert into prompt_total values (1, 1, 4, 2), (1, 1, 4, 3), (1, 1, 2, 1), (1, 2, 4, 9), (2, 1, 4, 30);

-- case: rows of one feature, prompt and group size become one, in the table too
-- run: prompt_merge
-- call:
select * from prompt_total order by all;
-- expect:
--   1 | 1 | 2 | 1
--   1 | 1 | 4 | 5
--   1 | 2 | 4 | 9
--   2 | 1 | 4 | 30
