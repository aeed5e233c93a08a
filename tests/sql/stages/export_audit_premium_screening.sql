-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (3, 'a', 'lexical', 'binary', 'lex:go on', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_premium_screening values
    ('u', 'r', 'x', 'anchored_seq_v1', 1, 'alert', null, 0.01234567, 0.05, 25, 27, 'rise', 9.87654321, 5.2983174, 0.0000514, 19458.12341, 1.4123456),
    ('u', 'r', 'x', 'frozen_z_v1', 1, 'unscorable', 'short_run', null, null, null, null, null, null, null, null, null, null),
    ('half', 'r', 'x', 'frozen_z_v1', 1, 'quiet', null, null, null, null, null, null, null, null, null, null, null),
    ('early', 'r', 'x', 'frozen_z_v1', 1, 'quiet', null, null, null, null, null, null, null, null, null, null, null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_premium_screening {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","rule":"anchored_seq_v1","feature":"lex:go","status":"alert","reason":null,"baseline_mean":0.012346,"baseline_sd":0.05,"onset_step":25,"alert_step":27,"direction":"rise","statistic":9.8765,"threshold":5.2983,"p_value":0.000051,"e_value":19458.1234,"change":1.412346}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","rule":"frozen_z_v1","feature":"lex:go","status":"unscorable","reason":"short_run","baseline_mean":null,"baseline_sd":null,"onset_step":null,"alert_step":null,"direction":null,"statistic":null,"threshold":null,"p_value":null,"e_value":null,"change":null}'
-- run: export_audit_premium_screening {"audit_id": "half", "hash_features": false}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_premium_screening {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","rule":"anchored_seq_v1","feature":"lex:h93f9ee678d9c","status":"alert","reason":null,"baseline_mean":0.012346,"baseline_sd":0.05,"onset_step":25,"alert_step":27,"direction":"rise","statistic":9.8765,"threshold":5.2983,"p_value":0.000051,"e_value":19458.1234,"change":1.412346}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","rule":"frozen_z_v1","feature":"lex:h93f9ee678d9c","status":"unscorable","reason":"short_run","baseline_mean":null,"baseline_sd":null,"onset_step":null,"alert_step":null,"direction":null,"statistic":null,"threshold":null,"p_value":null,"e_value":null,"change":null}'
