-- case: a row is kept as it is
-- call:
insert into rolloutdiff.shift (
    analysis_id, run, rule, feature_id, shape, onset_step, onset_low, onset_high, start_step, half_step,
    end_step, before_mean, after_mean, statistic, threshold, p_value, q_value, place, onset_at
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'ramp', 3000000005, 3000000006, 3000000007, 3000000008,
    3000000009, 3000000010, -11.1, -12.1, -13.1, -14.1, -15.1, -16.1, 117, 'ten_points'
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.shape, x.onset_step, x.onset_low, x.onset_high,
    x.start_step, x.half_step, x.end_step, x.before_mean, x.after_mean, x.statistic, x.threshold,
    x.p_value, x.q_value, x.place, x.onset_at
from rolloutdiff.shift as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'ramp' | 3000000005 | 3000000006 | 3000000007 | 3000000008 | 3000000009 | 3000000010 | -11.1 | -12.1 | -13.1 | -14.1 | -15.1 | -16.1 | 117 | 'ten_points'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.shift (
    analysis_id, run, rule, feature_id, shape, onset_step, onset_low, onset_high, start_step, half_step,
    end_step, before_mean, after_mean, statistic, threshold, p_value, q_value, place, onset_at
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.shape, x.onset_step, x.onset_low, x.onset_high,
    x.start_step, x.half_step, x.end_step, x.before_mean, x.after_mean, x.statistic, x.threshold,
    x.p_value, x.q_value, x.place, x.onset_at
from rolloutdiff.shift as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.shift (
    analysis_id, run, rule, feature_id, shape, onset_step, onset_low, onset_high, start_step, half_step,
    end_step, before_mean, after_mean, statistic, threshold, p_value, q_value, place, onset_at
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.shift set analysis_id = null;
-- fails: NOT NULL constraint failed: "?shift"?\."?analysis_id"?
-- call:
update rolloutdiff.shift set run = null;
-- fails: NOT NULL constraint failed: "?shift"?\."?run"?
-- call:
update rolloutdiff.shift set rule = null;
-- fails: NOT NULL constraint failed: "?shift"?\."?rule"?
-- call:
update rolloutdiff.shift set feature_id = null;
-- fails: NOT NULL constraint failed: "?shift"?\."?feature_id"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.shift (
    analysis_id, run, rule, feature_id, shape, onset_step, onset_low, onset_high, start_step, half_step,
    end_step, before_mean, after_mean, statistic, threshold, p_value, q_value, place, onset_at
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, null, null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
);
-- call:
update rolloutdiff.shift set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.shift set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set onset_low = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set onset_high = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set start_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set half_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set end_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.shift set before_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set after_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set statistic = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set threshold = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set p_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set q_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.shift set place = 'two';
-- fails: Could not convert string 'two' to INT32
