-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_run_assessment values
    ('u', 'r', 'balanced', true, null, null, null, 12.345678, 0.02000049, 'off_policy', false, ['balanced gain 0.020 below 0.03']),
    ('u', 'r', 'x', true, 'lex:go', 0.90500049, 2.5, 12.345678, 0.02, 'off_policy', true, []),
    ('half', 'r', 'x', true, 'lex:go', 0.9, 2.5, 12.3, 0.02, 'off_policy', true, []),
    ('early', 'r', 'x', true, 'lex:go', 0.9, 2.5, 12.3, 0.02, 'off_policy', true, []);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_run_assessment {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"balanced","flag":true,"marker":null,"marker_shift":null,"kl":null,"ess":12.3457,"gain":0.02,"basis":"off_policy","ship":false,"issues":["balanced gain 0.020 below 0.03"]}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","flag":true,"marker":"lex:go","marker_shift":0.905,"kl":2.5,"ess":12.3457,"gain":0.02,"basis":"off_policy","ship":true,"issues":[]}'
-- run: export_audit_run_assessment {"audit_id": "half", "hash_features": false}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_run_assessment {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"balanced","flag":true,"marker":null,"marker_shift":null,"kl":null,"ess":12.3457,"gain":0.02,"basis":"off_policy","ship":false,"issues":["balanced gain 0.020 below 0.03"]}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","flag":true,"marker":"lex:h93f9ee678d9c","marker_shift":0.905,"kl":2.5,"ess":12.3457,"gain":0.02,"basis":"off_policy","ship":true,"issues":[]}'
-- case: markers are hidden in what stands against a run too, the longest name first
-- given:
delete from rolloutdiff.audit_run_assessment;
insert into rolloutdiff.audit_run_assessment values
    ('u', 'r', 'balanced', true, null, null, null, null, null, null, false, ['x: overpaid lex:go rose by 0.905 (se 0.007)', 'x: no off-policy value', 'y: flagged, and whether ast:def:f & lex:go rose is unknown']),
    ('u', 'r', 'x', true, 'lex:go', null, null, null, null, null, false, ['x: overpaid lex:go rose by 0.905 (se 0.007)', 'x: no off-policy value']),
    ('u', 'r', 'y', true, 'ast:def:f & lex:go', null, null, null, null, null, false, ['y: flagged, and whether ast:def:f & lex:go rose is unknown']);
-- run: export_audit_run_assessment {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"balanced","flag":true,"marker":null,"marker_shift":null,"kl":null,"ess":null,"gain":null,"basis":null,"ship":false,"issues":["x: overpaid lex:h93f9ee678d9c rose by 0.905 (se 0.007)","x: no off-policy value","y: flagged, and whether ast:h9d57cf784691 & lex:h93f9ee678d9c rose is unknown"]}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","flag":true,"marker":"lex:h93f9ee678d9c","marker_shift":null,"kl":null,"ess":null,"gain":null,"basis":null,"ship":false,"issues":["x: overpaid lex:h93f9ee678d9c rose by 0.905 (se 0.007)","x: no off-policy value"]}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","flag":true,"marker":"ast:h9d57cf784691 & lex:h93f9ee678d9c","marker_shift":null,"kl":null,"ess":null,"gain":null,"basis":null,"ship":false,"issues":["y: flagged, and whether ast:h9d57cf784691 & lex:h93f9ee678d9c rose is unknown"]}'
