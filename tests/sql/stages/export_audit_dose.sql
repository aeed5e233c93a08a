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
insert into rolloutdiff.audit_dose values
    ('u', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25),
    ('u', 'r', 'x', 'run', 'reward', 1, 8, 5, 1.00000049),
    ('half', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25),
    ('early', 'r', 'x', 'run', 'reward', 1, 0, 20, -0.25);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_dose {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","feature":"lex:go","dose":0,"n":20,"mean_excess":-0.25}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","feature":"lex:go","dose":8,"n":5,"mean_excess":1.0}'
-- run: export_audit_dose {"audit_id": "half", "hash_features": false}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_dose {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","feature":"lex:h93f9ee678d9c","dose":0,"n":20,"mean_excess":-0.25}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","feature":"lex:h93f9ee678d9c","dose":8,"n":5,"mean_excess":1.0}'
