-- given:
create temp table staged_line (line_id bigint, path varchar, line varchar, valid boolean);
insert into staged_line values
    (1, '/a', '{"id": "x"}', true), (2, '/a', '{"id": "y"}', true), (3, '/a', '{"id": "x"}', true), (4, '/b', '{"id": "x"}', true),
    (5, '/a', 'torn', false), (6, '/a', null, null), (7, '/a', '{"id": null}', true), (8, '/a', '{"id": null}', true), (9, '/a', '{"id": "x"}', true);

-- case: the last line of a name stays in every file, and so does every line without a name
-- run: read_latest {"id_at": "/id"}
-- call:
select line_id from staged_line order by line_id;
-- expect:
--   2
--   4
--   5
--   6
--   7
--   8
--   9
