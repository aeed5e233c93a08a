-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis_rollout (
    analysis_id, rollout_id, run, step, prompt_id, prompt_no, prompt_half
) values (
    'a''1', 3000000001, 'run "x"', 3000000003, 'p|1', 105, 1
);
-- call:
select
    x.analysis_id, x.rollout_id, x.run, x.step, x.prompt_id, x.prompt_no, x.prompt_half
from rolloutdiff.analysis_rollout as x;
-- expect:
--   'a''1' | 3000000001 | 'run "x"' | 3000000003 | 'p|1' | 105 | 1

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.analysis_rollout (
    analysis_id, rollout_id, run, step, prompt_id, prompt_no, prompt_half
) values (
    'a''1', 3000000001, 'run "x"', 3000000003, 'p|1', 105, 1
);
-- call:
update rolloutdiff.analysis_rollout set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?analysis_id"?
-- call:
update rolloutdiff.analysis_rollout set rollout_id = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?rollout_id"?
-- call:
update rolloutdiff.analysis_rollout set run = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?run"?
-- call:
update rolloutdiff.analysis_rollout set step = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?step"?
-- call:
update rolloutdiff.analysis_rollout set prompt_id = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?prompt_id"?
-- call:
update rolloutdiff.analysis_rollout set prompt_no = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?prompt_no"?
-- call:
update rolloutdiff.analysis_rollout set prompt_half = null;
-- fails: NOT NULL constraint failed: "?analysis_rollout"?\."?prompt_half"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.analysis_rollout (
    analysis_id, rollout_id, run, step, prompt_id, prompt_no, prompt_half
) values (
    'a''1', 3000000001, 'run "x"', 3000000003, 'p|1', 105, 1
);
-- call:
update rolloutdiff.analysis_rollout set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_rollout set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_rollout set prompt_no = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.analysis_rollout set prompt_half = 'two';
-- fails: Could not convert string 'two' to INT8
