-- given:
create temp table dump_note (run varchar, code varchar, severity varchar, count bigint, first_step bigint, last_step bigint, files bigint, message varchar, file_names varchar[]);
insert into rolloutdiff.analysis_run select 'a', x, 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from (values ('r'), ('s')) as t(x);

-- case: without a run a note is of every run; of runs outside the analysis nothing
-- given:
insert into dump_note values (null, 'all', 'note', 3, null, null, 1, 'It''s "x"', ['f''1']), ('s', 'one', 'warning', 1, 2, 3, null, 'm', null), ('t', 'none', 'note', 1, null, null, null, 'm', null);
-- run: store_note {"analysis_id": "a"}
-- call:
select * from rolloutdiff.integrity;
-- expect:
--   'a' | 'r' | 'all' | 'note' | 3 | NULL | NULL | 1 | 'It''s "x"' | ['f''1']
--   'a' | 's' | 'all' | 'note' | 3 | NULL | NULL | 1 | 'It''s "x"' | ['f''1']
--   'a' | 's' | 'one' | 'warning' | 1 | 2 | 3 | NULL | 'm' | NULL
