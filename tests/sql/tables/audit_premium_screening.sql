-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_premium_screening (
    audit_id, run, slice, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, e_value, change
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'rule"4"', 70005, 'status"6"', 'reason"7"', -8.1, -9.1,
    3000000010, 3000000011, 'direction"12"', -13.1, -14.1, -15.1, -16.1, -17.1
);
-- call:
select
    x.audit_id, x.run, x.slice, x.rule, x.feature_id, x.status, x.reason, x.baseline_mean,
    x.baseline_sd, x.onset_step, x.alert_step, x.direction, x.statistic, x.threshold, x.p_value,
    x.e_value, x.change
from rolloutdiff.audit_premium_screening as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'rule"4"' | 70005 | 'status"6"' | 'reason"7"' | -8.1 | -9.1 | 3000000010 | 3000000011 | 'direction"12"' | -13.1 | -14.1 | -15.1 | -16.1 | -17.1

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_premium_screening (
    audit_id, run, slice, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, e_value, change
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'rule"4"', null, 'status"6"', null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.rule, x.feature_id, x.status, x.reason, x.baseline_mean,
    x.baseline_sd, x.onset_step, x.alert_step, x.direction, x.statistic, x.threshold, x.p_value,
    x.e_value, x.change
from rolloutdiff.audit_premium_screening as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'rule"4"' | NULL | 'status"6"' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_premium_screening (
    audit_id, run, slice, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, e_value, change
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'rule"4"', null, 'status"6"', null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.audit_premium_screening set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_premium_screening"?\."?audit_id"?
-- call:
update rolloutdiff.audit_premium_screening set run = null;
-- fails: NOT NULL constraint failed: "?audit_premium_screening"?\."?run"?
-- call:
update rolloutdiff.audit_premium_screening set slice = null;
-- fails: NOT NULL constraint failed: "?audit_premium_screening"?\."?slice"?
-- call:
update rolloutdiff.audit_premium_screening set rule = null;
-- fails: NOT NULL constraint failed: "?audit_premium_screening"?\."?rule"?
-- call:
update rolloutdiff.audit_premium_screening set status = null;
-- fails: NOT NULL constraint failed: "?audit_premium_screening"?\."?status"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_premium_screening (
    audit_id, run, slice, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, e_value, change
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'rule"4"', null, 'status"6"', null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.audit_premium_screening set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_premium_screening set baseline_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set baseline_sd = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium_screening set alert_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium_screening set statistic = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set threshold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set p_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set e_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium_screening set change = 'high';
-- fails: Could not convert string 'high' to DOUBLE
