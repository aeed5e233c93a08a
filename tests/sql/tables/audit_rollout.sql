-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_rollout (
    audit_id, rollout_id, run, step, slice, prompt_no, group_no, reward, gold, logprob, ref_logprob,
    target_logprob
) values (
    'audit_id"1"', 3000000002, 'run"3"', 3000000004, 'slice"5"', 70006, 70007, -8.1, -9.1, -10.1,
    -11.1, -12.1
);
-- call:
select
    x.audit_id, x.rollout_id, x.run, x.step, x.slice, x.prompt_no, x.group_no, x.reward, x.gold,
    x.logprob, x.ref_logprob, x.target_logprob
from rolloutdiff.audit_rollout as x;
-- expect:
--   'audit_id"1"' | 3000000002 | 'run"3"' | 3000000004 | 'slice"5"' | 70006 | 70007 | -8.1 | -9.1 | -10.1 | -11.1 | -12.1

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_rollout (
    audit_id, rollout_id, run, step, slice, prompt_no, group_no, reward, gold, logprob, ref_logprob,
    target_logprob
) values (
    'audit_id"1"', 3000000002, 'run"3"', 3000000004, 'slice"5"', 70006, 70007, null, null, null,
    null, null
);
-- call:
select
    x.audit_id, x.rollout_id, x.run, x.step, x.slice, x.prompt_no, x.group_no, x.reward, x.gold,
    x.logprob, x.ref_logprob, x.target_logprob
from rolloutdiff.audit_rollout as x;
-- expect:
--   'audit_id"1"' | 3000000002 | 'run"3"' | 3000000004 | 'slice"5"' | 70006 | 70007 | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_rollout (
    audit_id, rollout_id, run, step, slice, prompt_no, group_no, reward, gold, logprob, ref_logprob,
    target_logprob
) values (
    'audit_id"1"', 3000000002, 'run"3"', 3000000004, 'slice"5"', 70006, 70007, null, null, null,
    null, null
);
-- call:
update rolloutdiff.audit_rollout set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?audit_id"?
-- call:
update rolloutdiff.audit_rollout set rollout_id = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?rollout_id"?
-- call:
update rolloutdiff.audit_rollout set run = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?run"?
-- call:
update rolloutdiff.audit_rollout set step = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?step"?
-- call:
update rolloutdiff.audit_rollout set slice = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?slice"?
-- call:
update rolloutdiff.audit_rollout set prompt_no = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?prompt_no"?
-- call:
update rolloutdiff.audit_rollout set group_no = null;
-- fails: NOT NULL constraint failed: "?audit_rollout"?\."?group_no"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_rollout (
    audit_id, rollout_id, run, step, slice, prompt_no, group_no, reward, gold, logprob, ref_logprob,
    target_logprob
) values (
    'audit_id"1"', 3000000002, 'run"3"', 3000000004, 'slice"5"', 70006, 70007, null, null, null,
    null, null
);
-- call:
update rolloutdiff.audit_rollout set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_rollout set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_rollout set prompt_no = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_rollout set group_no = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_rollout set reward = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_rollout set gold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_rollout set logprob = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_rollout set ref_logprob = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_rollout set target_logprob = 'high';
-- fails: Could not convert string 'high' to DOUBLE
