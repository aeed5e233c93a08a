-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_file values
    ('a', 'r "1"', 'z', null, null, 1, 0, 'table'), ('a', 'r "1"', 'it''s', 'ab', 3, 1, 0, 'trl'), ('half', 'r', 'z', null, null, 1, 0, 'table');

-- case: rows of one analysis in the order of the report
-- run: export_file {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"r \\"1\\"","source_file":"it''s","sha256":"ab","bytes":3,"rows":1,"rejected":0,"format":"trl"}'
--   '{"analysis_id":"a","run":"r \\"1\\"","source_file":"z","sha256":null,"bytes":null,"rows":1,"rejected":0,"format":"table"}'

-- case: nothing of an analysis that is not complete
-- run: export_file {"analysis_id": "half"}
-- expect: none
