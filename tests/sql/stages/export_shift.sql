-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.shift values
    ('a', 'r', 'l', 2, 'step', 3, 2, 4, 3, 3, null, 1.0, 2.5, 20.0, 9.0, 0.0, 0.0, 1, 'half_change'),
    ('a', 'r', 'l', 1, null, null, null, null, null, null, null, null, null, 2.0, 9.0, 0.5, 1.0, 1, null);

-- case: rows of one analysis in the order of the report
-- run: export_shift {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"l","feature":"lex:it''s","tier":"lexical","shape":null,"onset_step":null,"onset_low":null,"onset_high":null,"start_step":null,"half_step":null,"end_step":null,"before_mean":null,"after_mean":null,"statistic":2.0,"threshold":9.0,"p_value":0.5,"q_value":1.0,"place":1,"onset_at":null}'
--   '{"analysis_id":"a","run":"r","rule":"l","feature":"shape:chars","tier":"shape","shape":"step","onset_step":3,"onset_low":2,"onset_high":4,"start_step":3,"half_step":3,"end_step":null,"before_mean":1.0,"after_mean":2.5,"statistic":20.0,"threshold":9.0,"p_value":0.0,"q_value":0.0,"place":1,"onset_at":"half_change"}'
-- run: export_shift {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"l","feature":"lex:h26cbd1df239a","tier":"lexical","shape":null,"onset_step":null,"onset_low":null,"onset_high":null,"start_step":null,"half_step":null,"end_step":null,"before_mean":null,"after_mean":null,"statistic":2.0,"threshold":9.0,"p_value":0.5,"q_value":1.0,"place":1,"onset_at":null}'
--   '{"analysis_id":"a","run":"r","rule":"l","feature":"shape:chars","tier":"shape","shape":"step","onset_step":3,"onset_low":2,"onset_high":4,"start_step":3,"half_step":3,"end_step":null,"before_mean":1.0,"after_mean":2.5,"statistic":20.0,"threshold":9.0,"p_value":0.0,"q_value":0.0,"place":1,"onset_at":"half_change"}'

-- case: nothing of an analysis that is not complete
-- run: export_shift {"analysis_id": "half", "hash_features": true}
-- expect: none
