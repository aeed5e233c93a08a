-- case: a row is kept as it is
-- call:
insert into rolloutdiff.coverage values ('a''1', 'run "x"', 'it''s', 3000000002, 3000000003);
-- call:
select x.analysis_id, x.run, x.column_name, x.step, x.filled from rolloutdiff.coverage as x;
-- expect:
--   'a''1' | 'run "x"' | 'it''s' | 3000000002 | 3000000003

-- case: nothing may be absent
-- given:
insert into rolloutdiff.coverage values ('a', 'r', 'c', 1, 1);
-- call:
update rolloutdiff.coverage set analysis_id = null;
-- fails: NOT NULL constraint failed: "?coverage"?\."?analysis_id"?
-- call:
update rolloutdiff.coverage set run = null;
-- fails: NOT NULL constraint failed: "?coverage"?\."?run"?
-- call:
update rolloutdiff.coverage set column_name = null;
-- fails: NOT NULL constraint failed: "?coverage"?\."?column_name"?
-- call:
update rolloutdiff.coverage set step = null;
-- fails: NOT NULL constraint failed: "?coverage"?\."?step"?
-- call:
update rolloutdiff.coverage set filled = null;
-- fails: NOT NULL constraint failed: "?coverage"?\."?filled"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.coverage values ('a', 'r', 'c', 1, 1);
-- call:
update rolloutdiff.coverage set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.coverage set filled = 'two';
-- fails: Could not convert string 'two' to INT64
