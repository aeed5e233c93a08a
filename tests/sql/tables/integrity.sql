-- case: a row is kept as it is
-- call:
insert into rolloutdiff.integrity (
    analysis_id, run, code, severity, count, first_step, last_step, files, message, file_names
) values (
    'a''1', 'run "x"', 'short_run', 'note', 3000000004, 3000000005, 3000000006, 3000000007,
    'Half''s gone;
see the file.', ['a''b', 'c']
);
-- call:
select
    x.analysis_id, x.run, x.code, x.severity, x.count, x.first_step, x.last_step, x.files, x.message, x.file_names
from rolloutdiff.integrity as x;
-- expect:
--   'a''1' | 'run "x"' | 'short_run' | 'note' | 3000000004 | 3000000005 | 3000000006 | 3000000007 | 'Half''s gone;\nsee the file.' | ['a''b', 'c']

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.integrity (
    analysis_id, run, code, severity, count, first_step, last_step, files, message, file_names
) values (
    'a''1', 'run "x"', 'short_run', 'note', 3000000004, null, null, null, 'Half''s gone;
see the file.', null
);
-- call:
select
    x.analysis_id, x.run, x.code, x.severity, x.count, x.first_step, x.last_step, x.files, x.message, x.file_names
from rolloutdiff.integrity as x;
-- expect:
--   'a''1' | 'run "x"' | 'short_run' | 'note' | 3000000004 | NULL | NULL | NULL | 'Half''s gone;\nsee the file.' | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.integrity (
    analysis_id, run, code, severity, count, first_step, last_step, files, message, file_names
) values (
    'a''1', 'run "x"', 'short_run', 'note', 3000000004, null, null, null, 'Half''s gone;
see the file.', null
);
-- call:
update rolloutdiff.integrity set analysis_id = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?analysis_id"?
-- call:
update rolloutdiff.integrity set run = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?run"?
-- call:
update rolloutdiff.integrity set code = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?code"?
-- call:
update rolloutdiff.integrity set severity = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?severity"?
-- call:
update rolloutdiff.integrity set count = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?count"?
-- call:
update rolloutdiff.integrity set message = null;
-- fails: NOT NULL constraint failed: "?integrity"?\."?message"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.integrity (
    analysis_id, run, code, severity, count, first_step, last_step, files, message, file_names
) values (
    'a''1', 'run "x"', 'short_run', 'note', 3000000004, null, null, null, 'Half''s gone;
see the file.', null
);
-- call:
update rolloutdiff.integrity set count = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.integrity set first_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.integrity set last_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.integrity set files = 'two';
-- fails: Could not convert string 'two' to INT64
