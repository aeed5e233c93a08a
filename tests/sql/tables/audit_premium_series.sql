-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_premium_series (
    audit_id, run, slice, feature_id, step, slope, se, z, prompts, weight
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 3000000005, -6.1, -7.1, -8.1, 3000000009, -10.1
);
-- call:
select
    x.audit_id, x.run, x.slice, x.feature_id, x.step, x.slope, x.se, x.z, x.prompts, x.weight
from rolloutdiff.audit_premium_series as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 70004 | 3000000005 | -6.1 | -7.1 | -8.1 | 3000000009 | -10.1

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_premium_series (
    audit_id, run, slice, feature_id, step, slope, se, z, prompts, weight
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 3000000005, null, null, null, 3000000009, -10.1
);
-- call:
select
    x.audit_id, x.run, x.slice, x.feature_id, x.step, x.slope, x.se, x.z, x.prompts, x.weight
from rolloutdiff.audit_premium_series as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 70004 | 3000000005 | NULL | NULL | NULL | 3000000009 | -10.1

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_premium_series (
    audit_id, run, slice, feature_id, step, slope, se, z, prompts, weight
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 3000000005, null, null, null, 3000000009, -10.1
);
-- call:
update rolloutdiff.audit_premium_series set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?audit_id"?
-- call:
update rolloutdiff.audit_premium_series set run = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?run"?
-- call:
update rolloutdiff.audit_premium_series set slice = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?slice"?
-- call:
update rolloutdiff.audit_premium_series set feature_id = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?feature_id"?
-- call:
update rolloutdiff.audit_premium_series set step = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?step"?
-- call:
update rolloutdiff.audit_premium_series set prompts = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?prompts"?
-- call:
update rolloutdiff.audit_premium_series set weight = null;
-- fails: NOT NULL constraint failed: "?audit_premium_series"?\."?weight"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_premium_series (
    audit_id, run, slice, feature_id, step, slope, se, z, prompts, weight
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 3000000005, null, null, null, 3000000009, -10.1
);
-- call:
update rolloutdiff.audit_premium_series set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_premium_series set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium_series set slope = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_series set se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_series set z = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_series set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium_series set weight = 'high';
-- fails: Could not convert string 'high' to DOUBLE
