-- case: a row is kept as it is
-- call:
insert into rolloutdiff.alert (
    analysis_id, run, rule, feature_id, peak_mean, peak_step, recent_mean, rise, folded_under
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, -4.1, 3000000005, -6.1, -7.1, 108
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.peak_mean, x.peak_step, x.recent_mean, x.rise,
    x.folded_under
from rolloutdiff.alert as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | -4.1 | 3000000005 | -6.1 | -7.1 | 108

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.alert (
    analysis_id, run, rule, feature_id, peak_mean, peak_step, recent_mean, rise, folded_under
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, -4.1, 3000000005, -6.1, -7.1, null
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.peak_mean, x.peak_step, x.recent_mean, x.rise,
    x.folded_under
from rolloutdiff.alert as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | -4.1 | 3000000005 | -6.1 | -7.1 | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.alert (
    analysis_id, run, rule, feature_id, peak_mean, peak_step, recent_mean, rise, folded_under
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, -4.1, 3000000005, -6.1, -7.1, null
);
-- call:
update rolloutdiff.alert set analysis_id = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?analysis_id"?
-- call:
update rolloutdiff.alert set run = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?run"?
-- call:
update rolloutdiff.alert set rule = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?rule"?
-- call:
update rolloutdiff.alert set feature_id = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?feature_id"?
-- call:
update rolloutdiff.alert set peak_mean = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?peak_mean"?
-- call:
update rolloutdiff.alert set peak_step = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?peak_step"?
-- call:
update rolloutdiff.alert set recent_mean = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?recent_mean"?
-- call:
update rolloutdiff.alert set rise = null;
-- fails: NOT NULL constraint failed: "?alert"?\."?rise"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.alert (
    analysis_id, run, rule, feature_id, peak_mean, peak_step, recent_mean, rise, folded_under
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, -4.1, 3000000005, -6.1, -7.1, null
);
-- call:
update rolloutdiff.alert set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.alert set peak_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.alert set peak_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.alert set recent_mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.alert set rise = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.alert set folded_under = 'two';
-- fails: Could not convert string 'two' to INT32
