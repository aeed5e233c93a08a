-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_divergence (
    audit_id, run, slice, step, proxy, gold, corr, dproxy, dproxy_se, dgold, dgold_se, dgap_se,
    diverging, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 3000000004, -5.1, -6.1, -7.1, -8.1, -9.1, -10.1, -11.1,
    -12.1, true, 'reason"14"'
);
-- call:
select
    x.audit_id, x.run, x.slice, x.step, x.proxy, x.gold, x.corr, x.dproxy, x.dproxy_se, x.dgold,
    x.dgold_se, x.dgap_se, x.diverging, x.reason
from rolloutdiff.audit_divergence as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 3000000004 | -5.1 | -6.1 | -7.1 | -8.1 | -9.1 | -10.1 | -11.1 | -12.1 | true | 'reason"14"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_divergence (
    audit_id, run, slice, step, proxy, gold, corr, dproxy, dproxy_se, dgold, dgold_se, dgap_se,
    diverging, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 3000000004, null, null, null, null, null, null, null, null,
    true, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.step, x.proxy, x.gold, x.corr, x.dproxy, x.dproxy_se, x.dgold,
    x.dgold_se, x.dgap_se, x.diverging, x.reason
from rolloutdiff.audit_divergence as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 3000000004 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | true | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_divergence (
    audit_id, run, slice, step, proxy, gold, corr, dproxy, dproxy_se, dgold, dgold_se, dgap_se,
    diverging, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 3000000004, null, null, null, null, null, null, null, null,
    true, null
);
-- call:
update rolloutdiff.audit_divergence set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_divergence"?\."?audit_id"?
-- call:
update rolloutdiff.audit_divergence set run = null;
-- fails: NOT NULL constraint failed: "?audit_divergence"?\."?run"?
-- call:
update rolloutdiff.audit_divergence set slice = null;
-- fails: NOT NULL constraint failed: "?audit_divergence"?\."?slice"?
-- call:
update rolloutdiff.audit_divergence set step = null;
-- fails: NOT NULL constraint failed: "?audit_divergence"?\."?step"?
-- call:
update rolloutdiff.audit_divergence set diverging = null;
-- fails: NOT NULL constraint failed: "?audit_divergence"?\."?diverging"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_divergence (
    audit_id, run, slice, step, proxy, gold, corr, dproxy, dproxy_se, dgold, dgold_se, dgap_se,
    diverging, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 3000000004, null, null, null, null, null, null, null, null,
    true, null
);
-- call:
update rolloutdiff.audit_divergence set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_divergence set proxy = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set gold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set corr = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set dproxy = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set dproxy_se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set dgold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set dgold_se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set dgap_se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_divergence set diverging = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
