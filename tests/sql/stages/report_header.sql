-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);

-- case: of a complete analysis
-- run: report_header {"analysis_id": "a"}
-- expect:
--   '0.1.0' | '{"z": 1}' | '["x"]'
-- run: report_header {"analysis_id": "half"}
-- expect: none
-- run: report_header {"analysis_id": "it's"}
-- expect: none
