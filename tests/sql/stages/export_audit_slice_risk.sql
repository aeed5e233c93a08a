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
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'x', 'onset', 'reward', 100, 10, 0.30000049, 0.05, 0.7768698, true, 'overpaid', 2, 1, 2, 25, true, null),
    ('u', 'r', 'y', 'run', 'reward', 100, 10, 0.1, 0.2, 0.6321206, true, 'overpaid', 1, 3, null, null, true, null),
    ('u', 'r', 'z', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, 'no_rows'),
    ('half', 'r', 'x', 'run', 'reward', 100, 10, 0, 0, 0, false, 'none', null, null, null, null, true, null),
    ('early', 'r', 'x', 'run', 'reward', 100, 10, 0, 0, 0, false, 'none', null, null, null, null, true, null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_slice_risk {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"onset","outcome":"reward","rollouts":100,"prompts":10,"strength_single":0.3,"strength_pair":0.05,"risk":0.77687,"flag":true,"status":"overpaid","top_single":"ast:def:f","top_pair":"lex:go & ast:def:f","onset_step":25,"leads":true,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","rollouts":100,"prompts":10,"strength_single":0.1,"strength_pair":0.2,"risk":0.632121,"flag":true,"status":"overpaid","top_single":"lex:go","top_pair":"lex:go on","onset_step":null,"leads":true,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"z","span":"run","outcome":"reward","rollouts":0,"prompts":0,"strength_single":null,"strength_pair":null,"risk":null,"flag":false,"status":"none","top_single":null,"top_pair":null,"onset_step":null,"leads":true,"reason":"no_rows"}'
-- run: export_audit_slice_risk {"audit_id": "half", "hash_features": false}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_slice_risk {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"onset","outcome":"reward","rollouts":100,"prompts":10,"strength_single":0.3,"strength_pair":0.05,"risk":0.77687,"flag":true,"status":"overpaid","top_single":"ast:h9d57cf784691","top_pair":"lex:h93f9ee678d9c & ast:h9d57cf784691","onset_step":25,"leads":true,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","rollouts":100,"prompts":10,"strength_single":0.1,"strength_pair":0.2,"risk":0.632121,"flag":true,"status":"overpaid","top_single":"lex:h93f9ee678d9c","top_pair":"lex:h6d984c79c15d","onset_step":null,"leads":true,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"z","span":"run","outcome":"reward","rollouts":0,"prompts":0,"strength_single":null,"strength_pair":null,"risk":null,"flag":false,"status":"none","top_single":null,"top_pair":null,"onset_step":null,"leads":true,"reason":"no_rows"}'
