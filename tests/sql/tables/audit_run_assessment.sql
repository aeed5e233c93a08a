-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_run_assessment (
    audit_id, run, slice, flag, marker, marker_shift, kl, ess, gain, basis, ship, issues
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', true, 'marker"5"', -6.1, -7.1, -8.1, -9.1, 'basis"10"',
    true, ['one', 'it''s']
);
-- call:
select
    x.audit_id, x.run, x.slice, x.flag, x.marker, x.marker_shift, x.kl, x.ess, x.gain, x.basis,
    x.ship, x.issues
from rolloutdiff.audit_run_assessment as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | true | 'marker"5"' | -6.1 | -7.1 | -8.1 | -9.1 | 'basis"10"' | true | ['one', 'it''s']

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_run_assessment (
    audit_id, run, slice, flag, marker, marker_shift, kl, ess, gain, basis, ship, issues
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', true, null, null, null, null, null, null, true, ['one',
    'it''s']
);
-- call:
select
    x.audit_id, x.run, x.slice, x.flag, x.marker, x.marker_shift, x.kl, x.ess, x.gain, x.basis,
    x.ship, x.issues
from rolloutdiff.audit_run_assessment as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | true | NULL | NULL | NULL | NULL | NULL | NULL | true | ['one', 'it''s']

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_run_assessment (
    audit_id, run, slice, flag, marker, marker_shift, kl, ess, gain, basis, ship, issues
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', true, null, null, null, null, null, null, true, ['one',
    'it''s']
);
-- call:
update rolloutdiff.audit_run_assessment set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?audit_id"?
-- call:
update rolloutdiff.audit_run_assessment set run = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?run"?
-- call:
update rolloutdiff.audit_run_assessment set slice = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?slice"?
-- call:
update rolloutdiff.audit_run_assessment set flag = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?flag"?
-- call:
update rolloutdiff.audit_run_assessment set ship = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?ship"?
-- call:
update rolloutdiff.audit_run_assessment set issues = null;
-- fails: NOT NULL constraint failed: "?audit_run_assessment"?\."?issues"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_run_assessment (
    audit_id, run, slice, flag, marker, marker_shift, kl, ess, gain, basis, ship, issues
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', true, null, null, null, null, null, null, true, ['one',
    'it''s']
);
-- call:
update rolloutdiff.audit_run_assessment set flag = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.audit_run_assessment set marker_shift = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_run_assessment set kl = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_run_assessment set ess = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_run_assessment set gain = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_run_assessment set ship = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
