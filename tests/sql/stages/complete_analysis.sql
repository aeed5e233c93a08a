-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);

-- case: one analysis becomes visible
-- run: complete_analysis {"analysis_id": "half"}
-- call:
select analysis_id, complete from rolloutdiff.analysis order by analysis_id;
-- expect:
--   'a' | true
--   'half' | true

-- case: an unknown one changes nothing
-- run: complete_analysis {"analysis_id": "it's"}
-- call:
select analysis_id, complete from rolloutdiff.analysis order by analysis_id;
-- expect:
--   'a' | true
--   'half' | false
