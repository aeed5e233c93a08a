-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.calibration values
    ('a', 'r', 'z', 9, 2, 1, 0.5, 1.5, 2.0, 1.0, 1.0, 0.0, 0.25, 'it''s', 'pool'),
    ('a', 'r', 'f', 9, 1, null, null, null, null, null, null, null, null, null, null),
    ('half', 'r', 'f', 9, 1, null, null, null, null, null, null, null, null, null, null);

-- case: rows of one analysis in the order of the report
-- run: export_calibration {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"f","series":9,"alerts":1,"headlines":null,"alpha":null,"threshold":null,"expected_false_alerts":null,"bulk_ratio":null,"deff":null,"kappa_squared":null,"kappa_squared_high":null,"drift":null,"prompts":null}'
--   '{"analysis_id":"a","run":"r","rule":"z","series":9,"alerts":2,"headlines":1,"alpha":0.5,"threshold":1.5,"expected_false_alerts":2.0,"bulk_ratio":1.0,"deff":1.0,"kappa_squared":0.0,"kappa_squared_high":0.25,"drift":"it''s","prompts":"pool"}'

-- case: nothing of an analysis that is not complete
-- run: export_calibration {"analysis_id": "half"}
-- expect: none
