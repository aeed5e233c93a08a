-- given:
create temp table calibrated (rule varchar, series bigint, alerts bigint, headlines bigint, alpha double, threshold double, expected_false_alerts double, bulk_ratio double, deff double, kappa_squared double, kappa_squared_high double, drift varchar, prompts varchar);
insert into calibrated values
    ('z', 9, 2, 1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 'it''s', 'pool'), ('f', 9, 1, null, null, null, null, null, null, null, null, null, null);

-- case: every column in its place, by rule
-- run: store_calibration {"analysis_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.calibration;
-- expect:
--   'a' | 'r "1"' | 'f' | 9 | 1 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'z' | 9 | 2 | 1 | 0.1 | 0.2 | 0.3 | 0.4 | 0.5 | 0.6 | 0.7 | 'it''s' | 'pool'
