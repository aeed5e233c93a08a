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
insert into rolloutdiff.audit_correction values
    ('u', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41000049, null),
    ('u', 'r', 'x', 2, 'onset', 'cooc', 1, 2, -0.5, null),
    ('u', 'r', 'y', 1, 'run', null, null, null, null, 'nothing_overpaid'),
    ('half', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41, null),
    ('early', 'r', 'x', 1, 'onset', 'single', 1, null, 1.41, null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_correction {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","place":1,"span":"onset","kind":"single","feature":"lex:go","premium":1.41,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","place":2,"span":"onset","kind":"cooc","feature":"lex:go & ast:def:f","premium":-0.5,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","place":1,"span":"run","kind":null,"feature":null,"premium":null,"reason":"nothing_overpaid"}'
-- run: export_audit_correction {"audit_id": "half", "hash_features": false}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_correction {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","place":1,"span":"onset","kind":"single","feature":"lex:h93f9ee678d9c","premium":1.41,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","place":2,"span":"onset","kind":"cooc","feature":"lex:h93f9ee678d9c & ast:h9d57cf784691","premium":-0.5,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","place":1,"span":"run","kind":null,"feature":null,"premium":null,"reason":"nothing_overpaid"}'
