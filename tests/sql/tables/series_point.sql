-- case: a row is kept as it is
-- call:
insert into rolloutdiff.series_point (
    analysis_id, feature_id, run, step, mean, se, prompts, samples, positives, within_sd
) values (
    'a''1', 101, 'run "x"', 3000000003, -4.1, -5.1, 3000000006, 3000000007, 3000000008, -9.1
);
-- call:
select
    x.analysis_id, x.feature_id, x.run, x.step, x.mean, x.se, x.prompts, x.samples, x.positives,
    x.within_sd
from rolloutdiff.series_point as x;
-- expect:
--   'a''1' | 101 | 'run "x"' | 3000000003 | -4.1 | -5.1 | 3000000006 | 3000000007 | 3000000008 | -9.1

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.series_point (
    analysis_id, feature_id, run, step, mean, se, prompts, samples, positives, within_sd
) values (
    'a''1', 101, 'run "x"', 3000000003, -4.1, null, 3000000006, 3000000007, 3000000008, null
);
-- call:
select
    x.analysis_id, x.feature_id, x.run, x.step, x.mean, x.se, x.prompts, x.samples, x.positives,
    x.within_sd
from rolloutdiff.series_point as x;
-- expect:
--   'a''1' | 101 | 'run "x"' | 3000000003 | -4.1 | NULL | 3000000006 | 3000000007 | 3000000008 | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.series_point (
    analysis_id, feature_id, run, step, mean, se, prompts, samples, positives, within_sd
) values (
    'a''1', 101, 'run "x"', 3000000003, -4.1, null, 3000000006, 3000000007, 3000000008, null
);
-- call:
update rolloutdiff.series_point set analysis_id = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?analysis_id"?
-- call:
update rolloutdiff.series_point set feature_id = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?feature_id"?
-- call:
update rolloutdiff.series_point set run = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?run"?
-- call:
update rolloutdiff.series_point set step = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?step"?
-- call:
update rolloutdiff.series_point set mean = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?mean"?
-- call:
update rolloutdiff.series_point set prompts = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?prompts"?
-- call:
update rolloutdiff.series_point set samples = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?samples"?
-- call:
update rolloutdiff.series_point set positives = null;
-- fails: NOT NULL constraint failed: "?series_point"?\."?positives"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.series_point (
    analysis_id, feature_id, run, step, mean, se, prompts, samples, positives, within_sd
) values (
    'a''1', 101, 'run "x"', 3000000003, -4.1, null, 3000000006, 3000000007, 3000000008, null
);
-- call:
update rolloutdiff.series_point set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.series_point set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.series_point set mean = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.series_point set se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.series_point set prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.series_point set samples = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.series_point set positives = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.series_point set within_sd = 'high';
-- fails: Could not convert string 'high' to DOUBLE
