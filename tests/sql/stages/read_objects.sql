-- given:
create temp table staged_source (line_id bigint, path varchar, line varchar);
insert into staged_source values (1, '/d/a', '{"x": 1}'), (2, '/d/a', null), (3, '/d/b', '[1]'), (4, '/d/b', '{"x": NaN}'), (5, '/d/b', '{"x"');

-- case: objects are valid, other texts are not, a blank one is neither
-- run: read_objects
-- call:
select line_id, path, line, valid, repaired, fault from staged_line order by line_id;
-- expect:
--   1 | '/d/a' | '{"x": 1}' | true | 0 | NULL
--   2 | '/d/a' | NULL | NULL | 0 | NULL
--   3 | '/d/b' | '[1]' | false | 0 | NULL
--   4 | '/d/b' | '{"x": NaN}' | true | 0 | NULL
--   5 | '/d/b' | '{"x"' | false | 0 | NULL
