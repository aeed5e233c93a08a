-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, baseline_mean, onset_step, alert_step) values
    ('a', 'it''s', 'z', 1, 'alert', 'rise', 0.25, 3, 5), ('a', 'it''s', 'z', 2, 'alert', 'fall', 9.0, 3, 5),
    ('a', 'it''s', 'z', 3, 'quiet', null, 9.0, null, null), ('a', 'it''s', 'y', 4, 'alert', 'rise', 9.0, 3, 5);
-- Step 1 stands before the onset; of two equal peaks the first counts.
insert into rolloutdiff.series_point
select 'a', 1, 'it''s', n, [0.96875, 0.25, 0.5, 0.75, 0.75, 0.5, 0.0][n], 0.1, 2, 4, 1, null from range(1, 8) as t(n);
insert into rolloutdiff.series_point
select 'a', 2, 'it''s', n, [1.0, 9.0, 5.0, 4.0, 4.5, 4.0, 5.0][n], 0.1, 2, 4, 1, null from range(1, 8) as t(n);

-- case: the peak lies in the alert direction and after the onset; recent are the last five steps
-- run: store_alert {"analysis_id": "a", "rule": "z"}
-- call:
select * from rolloutdiff.alert;
-- expect:
--   'a' | 'it''s' | 'z' | 1 | 0.75 | 4 | 0.5 | 0.25 | NULL
--   'a' | 'it''s' | 'z' | 2 | 4.0 | 4 | 4.5 | -4.5 | NULL

-- case: a run of fewer than five steps has the mean of what there is
-- given:
delete from rolloutdiff.series_point where step > 4;
-- run: store_alert {"analysis_id": "a", "rule": "z"}
-- call:
select feature_id, peak_mean, recent_mean, rise from rolloutdiff.alert;
-- expect:
--   1 | 0.75 | 0.6171875 | 0.3671875
--   2 | 4.0 | 4.75 | -4.25
