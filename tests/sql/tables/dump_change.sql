-- case: a row is kept as it is, with or without a series
-- call:
insert into rolloutdiff.dump_change values ('a''1', 'run "x"', 3000000002, 'completions', '<|it''s|>', 7), ('a', 'r', 1, 'prompts', 'last line', null);
-- call:
select x.analysis_id, x.run, x.step, x.place, x.sign, x.feature_id from rolloutdiff.dump_change as x;
-- expect:
--   'a''1' | 'run "x"' | 3000000002 | 'completions' | '<|it''s|>' | 7
--   'a' | 'r' | 1 | 'prompts' | 'last line' | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.dump_change values ('a', 'r', 1, 'prompts', 'last line', null);
-- call:
update rolloutdiff.dump_change set analysis_id = null;
-- fails: NOT NULL constraint failed: "?dump_change"?\."?analysis_id"?
-- call:
update rolloutdiff.dump_change set run = null;
-- fails: NOT NULL constraint failed: "?dump_change"?\."?run"?
-- call:
update rolloutdiff.dump_change set step = null;
-- fails: NOT NULL constraint failed: "?dump_change"?\."?step"?
-- call:
update rolloutdiff.dump_change set place = null;
-- fails: NOT NULL constraint failed: "?dump_change"?\."?place"?
-- call:
update rolloutdiff.dump_change set sign = null;
-- fails: NOT NULL constraint failed: "?dump_change"?\."?sign"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.dump_change values ('a', 'r', 1, 'prompts', 'last line', null);
-- call:
update rolloutdiff.dump_change set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.dump_change set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
