-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_correction (
    audit_id, run, slice, place, span, kind, feature_id, other_id, premium, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 'span"5"', 'kind"6"', 70007, 70008, -9.1,
    'reason"10"'
);
-- call:
select
    x.audit_id, x.run, x.slice, x.place, x.span, x.kind, x.feature_id, x.other_id, x.premium,
    x.reason
from rolloutdiff.audit_correction as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 70004 | 'span"5"' | 'kind"6"' | 70007 | 70008 | -9.1 | 'reason"10"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_correction (
    audit_id, run, slice, place, span, kind, feature_id, other_id, premium, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 'span"5"', null, null, null, null, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.place, x.span, x.kind, x.feature_id, x.other_id, x.premium,
    x.reason
from rolloutdiff.audit_correction as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 70004 | 'span"5"' | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_correction (
    audit_id, run, slice, place, span, kind, feature_id, other_id, premium, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 'span"5"', null, null, null, null, null
);
-- call:
update rolloutdiff.audit_correction set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_correction"?\."?audit_id"?
-- call:
update rolloutdiff.audit_correction set run = null;
-- fails: NOT NULL constraint failed: "?audit_correction"?\."?run"?
-- call:
update rolloutdiff.audit_correction set slice = null;
-- fails: NOT NULL constraint failed: "?audit_correction"?\."?slice"?
-- call:
update rolloutdiff.audit_correction set place = null;
-- fails: NOT NULL constraint failed: "?audit_correction"?\."?place"?
-- call:
update rolloutdiff.audit_correction set span = null;
-- fails: NOT NULL constraint failed: "?audit_correction"?\."?span"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_correction (
    audit_id, run, slice, place, span, kind, feature_id, other_id, premium, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 70004, 'span"5"', null, null, null, null, null
);
-- call:
update rolloutdiff.audit_correction set place = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_correction set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_correction set other_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_correction set premium = 'high';
-- fails: Could not convert string 'high' to DOUBLE
