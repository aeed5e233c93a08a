-- given:
create temp table staged_line (line_id bigint, path varchar, line varchar);
insert into staged_line values (4, '/d/b', '{}'), (1, '/d/a', '{}'), (2, '/d/a', null), (3, '/d/b', '[1]');

-- case: files in order with the first of their rows, a file without any too
-- run: place_files {"paths": ["/d/a", "/d/b", "/d/c"], "names": ["a", "b", "c"], "runs": ["r", "r", null], "file_steps": [1, null, null]}
-- call:
select place, path, name, run, file_step, first_line_id from staged_file order by place;
-- expect:
--   1 | '/d/a' | 'a' | 'r' | 1 | 1
--   2 | '/d/b' | 'b' | 'r' | NULL | 3
--   3 | '/d/c' | 'c' | NULL | NULL | NULL
