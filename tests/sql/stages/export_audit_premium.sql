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
insert into rolloutdiff.audit_premium values
    ('u', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1.23456789, 1.2000004, 0.1000006, 12.00004, 3.99996, 0.8000005, 0.0049754, 1.1000006, 0.8000005, 'overpaid', null, null),
    ('u', 'r', 'x', 'run', 'reward', 'cooc', 2, 1, 5, 3, 0.5, 0.5, 0.25, 2.0, 4.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('u', 'r', 'x', 'onset', 'gap', 'adj', 3, null, 5, 3, 0.5, 0.5, 0.25, 2.0, 4.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('u', 'r', 'x', 'run', 'reward', 'single', 2, null, 9, 3, null, null, null, null, null, null, null, null, null, 'none', 1, 'folded'),
    ('u', 'r', 'x', 'run', 'gold', 'single', null, null, null, null, null, null, null, null, null, null, null, null, null, 'none', null, 'no_gold'),
    ('half', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'none', null, null),
    ('early', 'r', 'x', 'run', 'reward', 'single', 1, null, 10, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'none', null, null);
insert into rolloutdiff.audit_premium
    (audit_id, run, slice, span, outcome, kind, feature_id, other_id, t, strength, status)
values
    ('u', 'r', 'y', 'run', 'reward', 'cooc', 1, 2, -3.0, 0.0, 'none'), ('u', 'r', 'y', 'run', 'reward', 'cooc', 1, 3, 2.0, 0.0, 'none'),
    ('u', 'r', 'y', 'run', 'reward', 'cooc', 2, 3, 1.0, 0.0, 'paid');

-- case: the largest of every slice, span, outcome and kind, and whatever is paid; the rows that say why there is nothing
-- run: export_audit_premium {"audit_id": "u", "hash_features": false, "most": 1}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"onset","outcome":"gap","kind":"adj","feature":"lex:go on","support_rollouts":5,"support_prompts":3,"raw_premium":0.5,"premium":0.5,"se":0.25,"t":2.0,"crit":4.0,"lower":0.0,"placebo_p":1.0,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"gold","kind":"single","feature":null,"support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":null,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":null,"status":"none","shadow_of":null,"reason":"no_gold"}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","kind":"cooc","feature":"ast:def:f & lex:go","support_rollouts":5,"support_prompts":3,"raw_premium":0.5,"premium":0.5,"se":0.25,"t":2.0,"crit":4.0,"lower":0.0,"placebo_p":1.0,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","kind":"single","feature":"lex:go","support_rollouts":10,"support_prompts":4,"raw_premium":1.234568,"premium":1.2,"se":0.100001,"t":12.0,"crit":4.0,"lower":0.800001,"placebo_p":0.004975,"effect_rm":1.100001,"strength":0.800001,"status":"overpaid","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","kind":"cooc","feature":"ast:def:f & lex:go on","support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":1.0,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":0.0,"status":"paid","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","kind":"cooc","feature":"lex:go & ast:def:f","support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":-3.0,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
-- run: export_audit_premium {"audit_id": "half", "hash_features": false, "most": 1}
-- expect: none
-- case: names that come from completions are hidden
-- run: export_audit_premium {"audit_id": "u", "hash_features": true, "most": 1}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"onset","outcome":"gap","kind":"adj","feature":"lex:h6d984c79c15d","support_rollouts":5,"support_prompts":3,"raw_premium":0.5,"premium":0.5,"se":0.25,"t":2.0,"crit":4.0,"lower":0.0,"placebo_p":1.0,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"gold","kind":"single","feature":null,"support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":null,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":null,"status":"none","shadow_of":null,"reason":"no_gold"}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","kind":"cooc","feature":"ast:h9d57cf784691 & lex:h93f9ee678d9c","support_rollouts":5,"support_prompts":3,"raw_premium":0.5,"premium":0.5,"se":0.25,"t":2.0,"crit":4.0,"lower":0.0,"placebo_p":1.0,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","span":"run","outcome":"reward","kind":"single","feature":"lex:h93f9ee678d9c","support_rollouts":10,"support_prompts":4,"raw_premium":1.234568,"premium":1.2,"se":0.100001,"t":12.0,"crit":4.0,"lower":0.800001,"placebo_p":0.004975,"effect_rm":1.100001,"strength":0.800001,"status":"overpaid","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","kind":"cooc","feature":"ast:h9d57cf784691 & lex:h6d984c79c15d","support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":1.0,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":0.0,"status":"paid","shadow_of":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","span":"run","outcome":"reward","kind":"cooc","feature":"lex:h93f9ee678d9c & ast:h9d57cf784691","support_rollouts":null,"support_prompts":null,"raw_premium":null,"premium":null,"se":null,"t":-3.0,"crit":null,"lower":null,"placebo_p":null,"effect_rm":null,"strength":0.0,"status":"none","shadow_of":null,"reason":null}'
