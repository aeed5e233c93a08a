-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_step values ('a', 'r', 2, 1, 1, 3), ('half', 'r', 1, 1, 1, 1);
insert into rolloutdiff.coverage values ('a', 'r', 'it''s', 2, 2), ('a', 'r', 'b', 2, 3), ('half', 'r', 'acc', 1, 1);

-- case: by name
-- run: export_coverage {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"r","column_name":"b","rows":3,"filled":3,"full_steps":1,"empty_steps":0,"first_step":2,"last_step":2,"shares":[1.0]}'
--   '{"analysis_id":"a","run":"r","column_name":"it''s","rows":3,"filled":2,"full_steps":0,"empty_steps":0,"first_step":2,"last_step":2,"shares":[0.667]}'

-- case: nothing of an analysis that is not complete
-- run: export_coverage {"analysis_id": "half"}
-- expect: none
