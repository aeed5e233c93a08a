-- given:
create temp table screened (feature_id integer, status varchar, reason varchar, baseline_mean double, baseline_sd double, onset_step bigint, alert_step bigint, direction varchar, statistic double, threshold double, p_value double, q_value double, detectable_rise double, e_value double, change double, headline boolean);
insert into screened values
    (2, 'unscorable', 'it''s short', null, null, null, null, null, null, null, null, null, null, null, null, null),
    (1, 'alert', null, 0.1, 0.2, 3, 4, 'rise', 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, false);

-- case: every column in its place, by feature
-- run: store_screening {"analysis_id": "a", "run": "r \"1\"", "rule": "z"}
-- call:
select * from rolloutdiff.screening;
-- expect:
--   'a' | 'r "1"' | 'z' | 1 | 'alert' | NULL | 0.1 | 0.2 | 3 | 4 | 'rise' | 0.5 | 0.6 | 0.7 | 0.8 | 0.9 | 1.0 | 1.1 | false
--   'a' | 'r "1"' | 'z' | 2 | 'unscorable' | 'it''s short' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: a series that changes with the form of the dump says so
-- given:
insert into rolloutdiff.dump_change values ('a', 'r', 2, 'completions', 'any', 2), ('a', 's', 2, 'completions', 'any', 1);
-- run: store_screening {"analysis_id": "a", "run": "r", "rule": "z"}
-- call:
select feature_id, status, reason from rolloutdiff.screening;
-- expect:
--   1 | 'alert' | NULL
--   2 | 'unscorable' | 'dump_change'
