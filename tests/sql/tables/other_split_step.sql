-- case: a row is kept as it is
-- call:
insert into rolloutdiff.other_split_step (
    analysis_id, run, step, prompts, samples, left_out
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, true
);
-- call:
select
    x.analysis_id, x.run, x.step, x.prompts, x.samples, x.left_out
from rolloutdiff.other_split_step as x;
-- expect:
--   'a''1' | 'run "x"' | 3000000002 | 3000000003 | 3000000004 | true

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.other_split_step (
    analysis_id, run, step, prompts, samples, left_out
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, true
);
-- call:
update rolloutdiff.other_split_step set analysis_id = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?analysis_id"?
-- call:
update rolloutdiff.other_split_step set run = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?run"?
-- call:
update rolloutdiff.other_split_step set step = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?step"?
-- call:
update rolloutdiff.other_split_step set prompts = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?prompts"?
-- call:
update rolloutdiff.other_split_step set samples = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?samples"?
-- call:
update rolloutdiff.other_split_step set left_out = null;
-- fails: NOT NULL constraint failed: "?other_split_step"?\."?left_out"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.other_split_step (
    analysis_id, run, step, prompts, samples, left_out
) values (
    'a''1', 'run "x"', 3000000002, 3000000003, 3000000004, true
);
-- call:
update rolloutdiff.other_split_step set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.other_split_step set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.other_split_step set samples = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.other_split_step set left_out = 'two';
-- fails: Could not convert string 'two' to BOOL
