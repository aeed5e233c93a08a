-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.series_point values
    ('a', 2, 'r', 1, 12.0, null, 1, 1, 1, null), ('a', 1, 'r', 1, 0.33333333, 0.25, 2, 4, 1, null);

-- case: rows of one analysis in the order of the report
-- run: export_series {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","feature":"lex:it''s","tier":"lexical","kind":"binary","step":1,"mean":0.333333,"se":0.25,"prompts":2,"samples":4,"positives":1,"unit":"share"}'
--   '{"analysis_id":"a","run":"r","feature":"shape:chars","tier":"shape","kind":"continuous","step":1,"mean":12.0,"se":null,"prompts":1,"samples":1,"positives":1,"unit":"characters"}'
-- run: export_series {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","feature":"lex:h26cbd1df239a","tier":"lexical","kind":"binary","step":1,"mean":0.333333,"se":0.25,"prompts":2,"samples":4,"positives":1,"unit":"share"}'
--   '{"analysis_id":"a","run":"r","feature":"shape:chars","tier":"shape","kind":"continuous","step":1,"mean":12.0,"se":null,"prompts":1,"samples":1,"positives":1,"unit":"characters"}'

-- case: nothing of an analysis that is not complete
-- run: export_series {"analysis_id": "half", "hash_features": true}
-- expect: none
