-- given:
create temp table staged_line (line_id bigint, path varchar, line varchar, valid boolean, repaired integer, fault varchar, fault_text varchar);
create temp table staged_shape (raw_id bigint, line_id bigint, path varchar, line varchar, valid boolean, repaired integer, fault varchar, fault_text varchar);
insert into staged_line values (1, '/a', 'two', true, 0, null, null), (2, '/a', null, null, 0, null, null), (3, '/b', 'bad', true, 0, null, null), (4, '/b', 'later', true, 0, null, null);
insert into staged_shape values (1, 5, '/a', 'first', true, 0, null, null), (1, 6, '/a', 'second', true, 1, null, null), (2, null, '/a', null, null, null, null, null), (3, 7, '/b', 'bad', false, 0, 'no batch', 'bad');

-- case: a line of two completions, a blank one, one that is no batch, and one of a later batch
-- run: read_shaped
-- call:
select * from staged_line order by line_id;
-- expect:
--   4 | '/b' | 'later' | true | 0 | NULL | NULL
--   5 | '/a' | 'first' | true | 0 | NULL | NULL
--   6 | '/a' | 'second' | true | 1 | NULL | NULL
--   7 | '/b' | 'bad' | false | 0 | 'no batch' | 'bad'
