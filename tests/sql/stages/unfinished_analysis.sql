-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);

-- case: those that were begun and not completed, by name
-- call:
insert into rolloutdiff.analysis select 'a''s', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false;
-- run: unfinished_analysis
-- expect:
--   'a''s'
--   'half'

-- case: none when all are complete
-- run: complete_analysis {"analysis_id": "half"}
-- run: unfinished_analysis
-- expect: none
