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
insert into rolloutdiff.audit_premium_series values
    ('u', 'r', 'x', 1, 7, 0.12345678, 0.0500004, 2.46914, 3, 10.1234567),
    ('u', 'r', 'x', 1, 8, 0.5, null, null, 1, 0.5),
    ('u', 'r', 'x', 2, 7, 0.5, null, null, 1, 0.5),
    ('u', 'r', 'x', 3, 7, 0.5, null, null, 1, 0.5),
    ('u', 'r', 'y', 1, 7, 0.5, null, null, 1, 0.5),
    ('half', 'r', 'x', 1, 7, 0.5, 0.1, 5.0, 3, 10),
    ('early', 'r', 'x', 1, 7, 0.5, 0.1, 5.0, 3, 10);
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, feature_id, status) values
    ('u', 'r', 'x', 'frozen_z_v1', 1, 'alert'), ('u', 'r', 'y', 'frozen_z_v1', 1, 'quiet');
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, feature_id, status) values
    ('u', 'r', 'x', 'run', 'reward', 'single', 2, 'paid'), ('u', 'r', 'x', 'run', 'reward', 'adj', 3, 'paid');

-- case: of features whose premium changed, or is paid
-- run: export_audit_premium_series {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"ast:def:f","step":7,"slope":0.5,"se":null,"z":null,"prompts":1,"weight":0.5}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"lex:go","step":7,"slope":0.123457,"se":0.05,"z":2.4691,"prompts":3,"weight":10.123457}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"lex:go","step":8,"slope":0.5,"se":null,"z":null,"prompts":1,"weight":0.5}'
-- case: of the feature that leads a slice
-- given:
delete from rolloutdiff.audit_premium;
delete from rolloutdiff.audit_premium_screening;
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'y', 'run', 'reward', 100, 10, 0.1, 0.2, 0.6, true, 'overpaid', 1, null, null, null, true, null),
    ('u', 'r', 'x', 'run', 'reward', 100, 10, 0.1, 0.2, 0.6, true, 'overpaid', 1, null, null, null, false, null);
-- run: export_audit_premium_series {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","feature":"lex:go","step":7,"slope":0.5,"se":null,"z":null,"prompts":1,"weight":0.5}'
-- case: names that come from completions are hidden
-- run: export_audit_premium_series {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"ast:h9d57cf784691","step":7,"slope":0.5,"se":null,"z":null,"prompts":1,"weight":0.5}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"lex:h93f9ee678d9c","step":7,"slope":0.123457,"se":0.05,"z":2.4691,"prompts":3,"weight":10.123457}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","feature":"lex:h93f9ee678d9c","step":8,"slope":0.5,"se":null,"z":null,"prompts":1,"weight":0.5}'
