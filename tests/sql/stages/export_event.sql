-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.feature values (3, 'a', 'ast', 'binary', 'ast:node:If', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.event values
    ('a', 'r', 'z', 3, 'length', 3, 5, 'rise', 1, 2),
    ('a', 'r', 'z', 1, 'says "it''s"', 3, 5, 'rise', 2, 1),
    ('a', 'r', 'z', 2, 'If and it''s', 3, 5, 'rise', 2, 3);

-- case: names of events tell nothing of hidden members
-- run: export_event {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":1,"name":"says \\"it''s\\"","onset_step":3,"alert_step":5,"direction":"rise","members":2,"lead_feature":"lex:it''s","lead_tier":"lexical","dump_change":null}'
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":2,"name":"If and it''s","onset_step":3,"alert_step":5,"direction":"rise","members":2,"lead_feature":"ast:node:If","lead_tier":"ast","dump_change":null}'
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":3,"name":"length","onset_step":3,"alert_step":5,"direction":"rise","members":1,"lead_feature":"shape:chars","lead_tier":"shape","dump_change":null}'
-- run: export_event {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":1,"name":"behaviour 26cb (tier lexical)","onset_step":3,"alert_step":5,"direction":"rise","members":2,"lead_feature":"lex:h26cbd1df239a","lead_tier":"lexical","dump_change":null}'
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":2,"name":"behaviour ast:node:If","onset_step":3,"alert_step":5,"direction":"rise","members":2,"lead_feature":"ast:node:If","lead_tier":"ast","dump_change":null}'
--   '{"analysis_id":"a","run":"r","rule":"z","event_rank":3,"name":"length","onset_step":3,"alert_step":5,"direction":"rise","members":1,"lead_feature":"shape:chars","lead_tier":"shape","dump_change":null}'

-- case: nothing of an analysis that is not complete
-- run: export_event {"analysis_id": "half", "hash_features": true}
-- expect: none
