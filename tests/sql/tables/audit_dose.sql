-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_dose (
    audit_id, run, slice, span, outcome, feature_id, dose, n, mean_excess
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 70006, 70007, 3000000008, -9.1
);
-- call:
select
    x.audit_id, x.run, x.slice, x.span, x.outcome, x.feature_id, x.dose, x.n, x.mean_excess
from rolloutdiff.audit_dose as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'span"4"' | 'outcome"5"' | 70006 | 70007 | 3000000008 | -9.1

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_dose (
    audit_id, run, slice, span, outcome, feature_id, dose, n, mean_excess
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 70006, 70007, 3000000008, -9.1
);
-- call:
update rolloutdiff.audit_dose set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?audit_id"?
-- call:
update rolloutdiff.audit_dose set run = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?run"?
-- call:
update rolloutdiff.audit_dose set slice = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?slice"?
-- call:
update rolloutdiff.audit_dose set span = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?span"?
-- call:
update rolloutdiff.audit_dose set outcome = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?outcome"?
-- call:
update rolloutdiff.audit_dose set feature_id = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?feature_id"?
-- call:
update rolloutdiff.audit_dose set dose = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?dose"?
-- call:
update rolloutdiff.audit_dose set n = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?n"?
-- call:
update rolloutdiff.audit_dose set mean_excess = null;
-- fails: NOT NULL constraint failed: "?audit_dose"?\."?mean_excess"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_dose (
    audit_id, run, slice, span, outcome, feature_id, dose, n, mean_excess
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 70006, 70007, 3000000008, -9.1
);
-- call:
update rolloutdiff.audit_dose set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_dose set dose = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_dose set n = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_dose set mean_excess = 'high';
-- fails: Could not convert string 'high' to DOUBLE
