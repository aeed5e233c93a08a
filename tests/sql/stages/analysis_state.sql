-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);

-- case: complete, begun, unknown
-- run: analysis_state {"analysis_id": "a"}
-- expect:
--   true
-- run: analysis_state {"analysis_id": "half"}
-- expect:
--   false
-- run: analysis_state {"analysis_id": "it's"}
-- expect: none
