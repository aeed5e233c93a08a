-- given:
create temp table part_row as select * from rolloutdiff.extraction;
insert into part_row values (7, 'x', 'it''s', 'a word', ['ast:a', 'ast:b'], [1, 2]);

-- case: every column, behind the last of the parts before
-- run: merge_extraction {"after": 20}
-- call:
select * from rolloutdiff.extraction;
-- expect:
--   27 | 'x' | 'it''s' | 'a word' | ['ast:a', 'ast:b'] | [1, 2]
