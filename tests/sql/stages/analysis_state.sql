-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false),
    ('small', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', true);
insert into rolloutdiff.analysis_uncounted values ('small');

-- case: complete, begun, without counts, unknown
-- run: analysis_state {"analysis_id": "a"}
-- expect:
--   true | true
-- run: analysis_state {"analysis_id": "half"}
-- expect:
--   false | true
-- run: analysis_state {"analysis_id": "small"}
-- expect:
--   true | false
-- run: analysis_state {"analysis_id": "it's"}
-- expect: none
