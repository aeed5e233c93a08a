-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.screening values
    ('a', 'r', 'z', 2, 'unscorable', 'constant', null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('a', 'r', 'z', 1, 'alert', null, 0.25, 0.125, 1, 3, 'rise', 4.5, 3.0, 0.5, 0.75, 0.02, 200.0, 0.5, true);
insert into rolloutdiff.alert values ('a', 'r', 'z', 1, 0.9, 5, 0.75, 0.5, 1);

-- case: names are hidden in both places
-- run: export_alert {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","feature":"lex:it''s","tier":"lexical","kind":"binary","status":"alert","reason":null,"baseline_mean":0.25,"baseline_sd":0.125,"onset_step":1,"alert_step":3,"direction":"rise","statistic":4.5,"threshold":3.0,"p_value":0.5,"q_value":0.75,"detectable_rise":0.02,"unit":"share","peak_mean":0.9,"peak_step":5,"recent_mean":0.75,"rise":0.5,"folded_under":"lex:it''s","e_value":200.0,"change":0.5,"headline":true,"dump_change":null}'
-- run: export_alert {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","feature":"lex:h26cbd1df239a","tier":"lexical","kind":"binary","status":"alert","reason":null,"baseline_mean":0.25,"baseline_sd":0.125,"onset_step":1,"alert_step":3,"direction":"rise","statistic":4.5,"threshold":3.0,"p_value":0.5,"q_value":0.75,"detectable_rise":0.02,"unit":"share","peak_mean":0.9,"peak_step":5,"recent_mean":0.75,"rise":0.5,"folded_under":"lex:h26cbd1df239a","e_value":200.0,"change":0.5,"headline":true,"dump_change":null}'

-- case: nothing of an analysis that is not complete
-- run: export_alert {"analysis_id": "half", "hash_features": true}
-- expect: none
