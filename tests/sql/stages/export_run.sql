-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_run values
    ('a', 's', 4, 2, 1, 2, 2, 1, 0, 0, 0, 'trl'), ('a', 'it''s', 4, 2, 1, 2, 2, 1, 1, 2, 3, 'table'), ('half', 's', 4, 2, 1, 2, 2, 1, 0, 0, 0, 'trl');

-- case: rows of one analysis in the order of the report
-- run: export_run {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"it''s","rows":4,"steps":2,"first_step":1,"last_step":2,"prompts":2,"files":1,"reward_formula":"score","unscored":1,"rejected":2,"missing_responses":3,"format":"table","profile":"calibrated"}'
--   '{"analysis_id":"a","run":"s","rows":4,"steps":2,"first_step":1,"last_step":2,"prompts":2,"files":1,"reward_formula":"score","unscored":0,"rejected":0,"missing_responses":0,"format":"trl","profile":"calibrated"}'

-- case: nothing of an analysis that is not complete
-- run: export_run {"analysis_id": "half"}
-- expect: none
