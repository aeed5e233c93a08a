-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_slice_risk (
    audit_id, run, slice, span, outcome, rollouts, prompts, strength_single, strength_pair, risk,
    flag, status, top_single, top_pair, top_pair_other, onset_step, leads, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 3000000006, 3000000007, -8.1,
    -9.1, -10.1, true, 'status"12"', 70013, 70014, 70015, 3000000016, true, 'reason"18"'
);
-- call:
select
    x.audit_id, x.run, x.slice, x.span, x.outcome, x.rollouts, x.prompts, x.strength_single,
    x.strength_pair, x.risk, x.flag, x.status, x.top_single, x.top_pair, x.top_pair_other,
    x.onset_step, x.leads, x.reason
from rolloutdiff.audit_slice_risk as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'span"4"' | 'outcome"5"' | 3000000006 | 3000000007 | -8.1 | -9.1 | -10.1 | true | 'status"12"' | 70013 | 70014 | 70015 | 3000000016 | true | 'reason"18"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_slice_risk (
    audit_id, run, slice, span, outcome, rollouts, prompts, strength_single, strength_pair, risk,
    flag, status, top_single, top_pair, top_pair_other, onset_step, leads, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 3000000006, 3000000007, null,
    null, null, true, 'status"12"', null, null, null, null, true, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.span, x.outcome, x.rollouts, x.prompts, x.strength_single,
    x.strength_pair, x.risk, x.flag, x.status, x.top_single, x.top_pair, x.top_pair_other,
    x.onset_step, x.leads, x.reason
from rolloutdiff.audit_slice_risk as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'span"4"' | 'outcome"5"' | 3000000006 | 3000000007 | NULL | NULL | NULL | true | 'status"12"' | NULL | NULL | NULL | NULL | true | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_slice_risk (
    audit_id, run, slice, span, outcome, rollouts, prompts, strength_single, strength_pair, risk,
    flag, status, top_single, top_pair, top_pair_other, onset_step, leads, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 3000000006, 3000000007, null,
    null, null, true, 'status"12"', null, null, null, null, true, null
);
-- call:
update rolloutdiff.audit_slice_risk set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?audit_id"?
-- call:
update rolloutdiff.audit_slice_risk set run = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?run"?
-- call:
update rolloutdiff.audit_slice_risk set slice = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?slice"?
-- call:
update rolloutdiff.audit_slice_risk set span = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?span"?
-- call:
update rolloutdiff.audit_slice_risk set outcome = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?outcome"?
-- call:
update rolloutdiff.audit_slice_risk set rollouts = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?rollouts"?
-- call:
update rolloutdiff.audit_slice_risk set prompts = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?prompts"?
-- call:
update rolloutdiff.audit_slice_risk set flag = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?flag"?
-- call:
update rolloutdiff.audit_slice_risk set status = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?status"?
-- call:
update rolloutdiff.audit_slice_risk set leads = null;
-- fails: NOT NULL constraint failed: "?audit_slice_risk"?\."?leads"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_slice_risk (
    audit_id, run, slice, span, outcome, rollouts, prompts, strength_single, strength_pair, risk,
    flag, status, top_single, top_pair, top_pair_other, onset_step, leads, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 3000000006, 3000000007, null,
    null, null, true, 'status"12"', null, null, null, null, true, null
);
-- call:
update rolloutdiff.audit_slice_risk set rollouts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_slice_risk set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_slice_risk set strength_single = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_slice_risk set strength_pair = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_slice_risk set risk = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_slice_risk set flag = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.audit_slice_risk set top_single = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_slice_risk set top_pair = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_slice_risk set top_pair_other = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_slice_risk set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_slice_risk set leads = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
