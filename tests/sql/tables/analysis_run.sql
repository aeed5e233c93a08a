-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis_run (
    analysis_id, run, rows, steps, first_step, last_step, prompts, files, unscored, rejected,
    missing_responses, format
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005, 3000000006, 3000000007,
    3000000008, 3000000009, 3000000010, 'trl'
);
-- call:
select
    x.analysis_id, x.run, x.rows, x.steps, x.first_step, x.last_step, x.prompts, x.files, x.unscored,
    x.rejected, x.missing_responses, x.format
from rolloutdiff.analysis_run as x;
-- expect:
--   'a''1' | 'run "x"' | 3000000002 | 3000000003 | 3000000004 | 3000000005 | 3000000006 | 3000000007 | 3000000008 | 3000000009 | 3000000010 | 'trl'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.analysis_run (
    analysis_id, run, rows, steps, first_step, last_step, prompts, files, unscored, rejected,
    missing_responses, format
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005, 3000000006, 3000000007,
    3000000008, 3000000009, 3000000010, 'trl'
);
-- call:
update rolloutdiff.analysis_run set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?analysis_id"?
-- call:
update rolloutdiff.analysis_run set run = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?run"?
-- call:
update rolloutdiff.analysis_run set rows = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?rows"?
-- call:
update rolloutdiff.analysis_run set steps = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?steps"?
-- call:
update rolloutdiff.analysis_run set first_step = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?first_step"?
-- call:
update rolloutdiff.analysis_run set last_step = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?last_step"?
-- call:
update rolloutdiff.analysis_run set prompts = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?prompts"?
-- call:
update rolloutdiff.analysis_run set files = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?files"?
-- call:
update rolloutdiff.analysis_run set unscored = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?unscored"?
-- call:
update rolloutdiff.analysis_run set rejected = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?rejected"?
-- call:
update rolloutdiff.analysis_run set missing_responses = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?missing_responses"?
-- call:
update rolloutdiff.analysis_run set format = null;
-- fails: NOT NULL constraint failed: "?analysis_run"?\."?format"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.analysis_run (
    analysis_id, run, rows, steps, first_step, last_step, prompts, files, unscored, rejected,
    missing_responses, format
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005, 3000000006, 3000000007,
    3000000008, 3000000009, 3000000010, 'trl'
);
-- call:
update rolloutdiff.analysis_run set rows = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set steps = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set first_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set last_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set files = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set unscored = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set rejected = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_run set missing_responses = 'two';
-- fails: Could not convert string 'two' to INT64
