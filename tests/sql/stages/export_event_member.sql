-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.event_member values ('a', 'r', 1, 2, 3, null), ('a', 'r', 1, 1, 3, 1.0);

-- case: rows of one analysis in the order of the report
-- run: export_event_member {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:it''s","tier":"lexical","onset_step":3,"jaccard_with_lead":1.0}'
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"shape:chars","tier":"shape","onset_step":3,"jaccard_with_lead":null}'
-- run: export_event_member {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:h26cbd1df239a","tier":"lexical","onset_step":3,"jaccard_with_lead":1.0}'
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"shape:chars","tier":"shape","onset_step":3,"jaccard_with_lead":null}'

-- case: nothing of an analysis that is not complete
-- run: export_event_member {"analysis_id": "half", "hash_features": true}
-- expect: none
