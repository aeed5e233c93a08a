-- case: a row is kept as it is
-- call:
insert into rolloutdiff.screening (
    analysis_id, run, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise, e_value, change,
    headline
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', 'it''s text', -6.1, -7.1, 3000000008,
    3000000009, 'fall', -11.1, -12.1, -13.1, -14.1, -15.1, -16.1, -17.1, true
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.status, x.reason, x.baseline_mean, x.baseline_sd,
    x.onset_step, x.alert_step, x.direction, x.statistic, x.threshold, x.p_value, x.q_value,
    x.detectable_rise, x.e_value, x.change, x.headline
from rolloutdiff.screening as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'alert' | 'it''s text' | -6.1 | -7.1 | 3000000008 | 3000000009 | 'fall' | -11.1 | -12.1 | -13.1 | -14.1 | -15.1 | -16.1 | -17.1 | true

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.screening (
    analysis_id, run, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise, e_value, change,
    headline
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.status, x.reason, x.baseline_mean, x.baseline_sd,
    x.onset_step, x.alert_step, x.direction, x.statistic, x.threshold, x.p_value, x.q_value,
    x.detectable_rise, x.e_value, x.change, x.headline
from rolloutdiff.screening as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'alert' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.screening (
    analysis_id, run, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise, e_value, change,
    headline
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.screening set analysis_id = null;
-- fails: NOT NULL constraint failed: "?screening"?\."?analysis_id"?
-- call:
update rolloutdiff.screening set run = null;
-- fails: NOT NULL constraint failed: "?screening"?\."?run"?
-- call:
update rolloutdiff.screening set rule = null;
-- fails: NOT NULL constraint failed: "?screening"?\."?rule"?
-- call:
update rolloutdiff.screening set feature_id = null;
-- fails: NOT NULL constraint failed: "?screening"?\."?feature_id"?
-- call:
update rolloutdiff.screening set status = null;
-- fails: NOT NULL constraint failed: "?screening"?\."?status"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.screening (
    analysis_id, run, rule, feature_id, status, reason, baseline_mean, baseline_sd, onset_step,
    alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise, e_value, change,
    headline
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.screening set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.screening set baseline_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set baseline_sd = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.screening set alert_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.screening set statistic = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set threshold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set p_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set q_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set detectable_rise = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set e_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set change = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.screening set headline = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
