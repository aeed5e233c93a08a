-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_ope (
    audit_id, run, slice, target, n, ref_mean, snips, ess, gain, ci_lo, ci_hi, direct,
    residual_adjusted, verdict, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'target"4"', 3000000005, -6.1, -7.1, -8.1, -9.1, -10.1,
    -11.1, -12.1, -13.1, 'verdict"14"', 'reason"15"'
);
-- call:
select
    x.audit_id, x.run, x.slice, x.target, x.n, x.ref_mean, x.snips, x.ess, x.gain, x.ci_lo, x.ci_hi,
    x.direct, x.residual_adjusted, x.verdict, x.reason
from rolloutdiff.audit_ope as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'target"4"' | 3000000005 | -6.1 | -7.1 | -8.1 | -9.1 | -10.1 | -11.1 | -12.1 | -13.1 | 'verdict"14"' | 'reason"15"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_ope (
    audit_id, run, slice, target, n, ref_mean, snips, ess, gain, ci_lo, ci_hi, direct,
    residual_adjusted, verdict, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'target"4"', 3000000005, null, null, null, null, null,
    null, null, null, null, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.target, x.n, x.ref_mean, x.snips, x.ess, x.gain, x.ci_lo, x.ci_hi,
    x.direct, x.residual_adjusted, x.verdict, x.reason
from rolloutdiff.audit_ope as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'target"4"' | 3000000005 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_ope (
    audit_id, run, slice, target, n, ref_mean, snips, ess, gain, ci_lo, ci_hi, direct,
    residual_adjusted, verdict, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'target"4"', 3000000005, null, null, null, null, null,
    null, null, null, null, null
);
-- call:
update rolloutdiff.audit_ope set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_ope"?\."?audit_id"?
-- call:
update rolloutdiff.audit_ope set run = null;
-- fails: NOT NULL constraint failed: "?audit_ope"?\."?run"?
-- call:
update rolloutdiff.audit_ope set slice = null;
-- fails: NOT NULL constraint failed: "?audit_ope"?\."?slice"?
-- call:
update rolloutdiff.audit_ope set target = null;
-- fails: NOT NULL constraint failed: "?audit_ope"?\."?target"?
-- call:
update rolloutdiff.audit_ope set n = null;
-- fails: NOT NULL constraint failed: "?audit_ope"?\."?n"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_ope (
    audit_id, run, slice, target, n, ref_mean, snips, ess, gain, ci_lo, ci_hi, direct,
    residual_adjusted, verdict, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'target"4"', 3000000005, null, null, null, null, null,
    null, null, null, null, null
);
-- call:
update rolloutdiff.audit_ope set n = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_ope set ref_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set snips = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set ess = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set gain = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set ci_lo = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set ci_hi = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set direct = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_ope set residual_adjusted = 'high';
-- fails: Could not convert string 'high' to DOUBLE
