-- given:
create temp table part_row as select * from rolloutdiff.rejected_row;
insert into part_row values (null, 'f', 3, 'step', 'it''s', 'bad');
insert into rolloutdiff.rejected_row values ('r', 'g', 1, null, null, 'before');

-- case: every column, behind those that are there
-- run: merge_rejected
-- call:
select * from rolloutdiff.rejected_row;
-- expect:
--   'r' | 'g' | 1 | NULL | NULL | 'before'
--   NULL | 'f' | 3 | 'step' | 'it''s' | 'bad'
