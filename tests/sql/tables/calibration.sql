-- case: a row is kept as it is
-- call:
insert into rolloutdiff.calibration (
    analysis_id, run, rule, series, alerts, headlines, alpha, threshold, expected_false_alerts,
    bulk_ratio, deff, kappa_squared, kappa_squared_high, drift, prompts
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 3000000003, 3000000004, 3000000005, -6.1, -7.1, -8.1, -9.1,
    -10.1, -11.1, -12.1, 'kappa 0.5; rho 0.6', 'pool'
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.series, x.alerts, x.headlines, x.alpha, x.threshold,
    x.expected_false_alerts, x.bulk_ratio, x.deff, x.kappa_squared, x.kappa_squared_high, x.drift,
    x.prompts
from rolloutdiff.calibration as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 3000000003 | 3000000004 | 3000000005 | -6.1 | -7.1 | -8.1 | -9.1 | -10.1 | -11.1 | -12.1 | 'kappa 0.5; rho 0.6' | 'pool'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.calibration (
    analysis_id, run, rule, series, alerts, headlines, alpha, threshold, expected_false_alerts,
    bulk_ratio, deff, kappa_squared, kappa_squared_high, drift, prompts
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 3000000003, 3000000004, null, null, null, null, null, null,
    null, null, null, null
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.series, x.alerts, x.headlines, x.alpha, x.threshold,
    x.expected_false_alerts, x.bulk_ratio, x.deff, x.kappa_squared, x.kappa_squared_high, x.drift,
    x.prompts
from rolloutdiff.calibration as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 3000000003 | 3000000004 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.calibration (
    analysis_id, run, rule, series, alerts, headlines, alpha, threshold, expected_false_alerts,
    bulk_ratio, deff, kappa_squared, kappa_squared_high, drift, prompts
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 3000000003, 3000000004, null, null, null, null, null, null,
    null, null, null, null
);
-- call:
update rolloutdiff.calibration set analysis_id = null;
-- fails: NOT NULL constraint failed: "?calibration"?\."?analysis_id"?
-- call:
update rolloutdiff.calibration set run = null;
-- fails: NOT NULL constraint failed: "?calibration"?\."?run"?
-- call:
update rolloutdiff.calibration set rule = null;
-- fails: NOT NULL constraint failed: "?calibration"?\."?rule"?
-- call:
update rolloutdiff.calibration set series = null;
-- fails: NOT NULL constraint failed: "?calibration"?\."?series"?
-- call:
update rolloutdiff.calibration set alerts = null;
-- fails: NOT NULL constraint failed: "?calibration"?\."?alerts"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.calibration (
    analysis_id, run, rule, series, alerts, headlines, alpha, threshold, expected_false_alerts,
    bulk_ratio, deff, kappa_squared, kappa_squared_high, drift, prompts
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 3000000003, 3000000004, null, null, null, null, null, null,
    null, null, null, null
);
-- call:
update rolloutdiff.calibration set series = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.calibration set alerts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.calibration set headlines = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.calibration set alpha = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set threshold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set expected_false_alerts = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set bulk_ratio = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set deff = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set kappa_squared = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.calibration set kappa_squared_high = 'high';
-- fails: Could not convert string 'high' to DOUBLE
