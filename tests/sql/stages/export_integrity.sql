-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.integrity values
    ('a', 'r', 'b', 'note', 1, 1, 2, 1, 'It''s', ['f', 'g']), ('a', 'r', 'c', 'warning', 1, null, null, null, 'C', null),
    ('a', 'r', 'a', 'note', 1, null, null, null, 'A', null), ('half', 'r', 'a', 'note', 1, null, null, null, 'A', null);

-- case: warnings before notes, each by code
-- run: export_integrity {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"r","code":"c","severity":"warning","count":1,"first_step":null,"last_step":null,"files":null,"message":"C","file_names":null}'
--   '{"analysis_id":"a","run":"r","code":"a","severity":"note","count":1,"first_step":null,"last_step":null,"files":null,"message":"A","file_names":null}'
--   '{"analysis_id":"a","run":"r","code":"b","severity":"note","count":1,"first_step":1,"last_step":2,"files":1,"message":"It''s","file_names":["f","g"]}'

-- case: nothing of an analysis that is not complete
-- run: export_integrity {"analysis_id": "half"}
-- expect: none
