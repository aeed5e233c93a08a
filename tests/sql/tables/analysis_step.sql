-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis_step (
    analysis_id, run, step, step_index, prompts, samples
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005
);
-- call:
select
    x.analysis_id, x.run, x.step, x.step_index, x.prompts, x.samples
from rolloutdiff.analysis_step as x;
-- expect:
--   'a''1' | 'run "x"' | 3000000002 | 3000000003 | 3000000004 | 3000000005

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.analysis_step (
    analysis_id, run, step, step_index, prompts, samples
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005
);
-- call:
update rolloutdiff.analysis_step set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?analysis_id"?
-- call:
update rolloutdiff.analysis_step set run = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?run"?
-- call:
update rolloutdiff.analysis_step set step = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?step"?
-- call:
update rolloutdiff.analysis_step set step_index = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?step_index"?
-- call:
update rolloutdiff.analysis_step set prompts = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?prompts"?
-- call:
update rolloutdiff.analysis_step set samples = null;
-- fails: NOT NULL constraint failed: "?analysis_step"?\."?samples"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.analysis_step (
    analysis_id, run, step, step_index, prompts, samples
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, 3000000005
);
-- call:
update rolloutdiff.analysis_step set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_step set step_index = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_step set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_step set samples = 'two';
-- fails: Could not convert string 'two' to INT64
