-- given:
create temp table part_file (number integer, run varchar, source_file varchar, sha256 varchar, bytes bigint, modified_ns bigint, rows bigint, rejected bigint, format varchar, evidence varchar, reward_formula varchar);
insert into part_file (number, run, source_file, sha256) values (1, 'r', 'a', 'x'), (2, 'r', 'it''s', 'y'), (3, 'r', 'it''s', 'y'), (1, 's', 't', null), (2, 's', 't', null);

-- case: parts of one file that have read the same are well, and so are tables, which have no hash
-- run: merge_conflict
-- expect: none

-- case: another content is named, and a hash where another part has none
-- call:
update part_file set sha256 = 'z' where number = 3;
-- run: merge_conflict
-- expect:
--   'it''s' | 2 | 3
-- call:
update part_file set sha256 = 'x' where number = 1 and source_file = 't';
-- run: merge_conflict
-- expect:
--   'it''s' | 2 | 3
--   't' | 1 | 2
