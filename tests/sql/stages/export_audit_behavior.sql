-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.audit values
    ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true),
    ('other', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (9, 'b', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_rollout (audit_id, rollout_id, run, step, slice, prompt_no, group_no) values
    ('u', 1, 'r', 7, 'x', 1, 1), ('u', 2, 'r', 7, 'x', 1, 1), ('u', 3, 'r', 7, 'x', 1, 1), ('u', 4, 'r', 7, 'x', 2, 2),
    ('u', 5, 'r', 8, 'x', 1, 3), ('u', 6, 'r', 7, 'y', 3, 4), ('other', 7, 'r', 9, 'x', 1, 1);
insert into rolloutdiff.feature_count values
    (1, 1, 7, 4), (1, 2, 7, 1), (2, 3, 7, 1), (1, 6, 7, 2), (1, 7, 9, 5), (9, 4, 7, 8);
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, feature_id, status) values
    ('u', 'r', 'x', 'frozen_z_v1', 1, 'alert'), ('u', 'r', 'y', 'frozen_z_v1', 1, 'quiet');

-- case: completions are averaged inside prompts, which weigh alike: (5/3 + 0/1) / 2; a step without the feature is nought
-- run: export_audit_behavior {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"run":"r","slice":"x","feature":"lex:go","step":7,"mean":0.833333}'
--   '{"run":"r","slice":"x","feature":"lex:go","step":8,"mean":0.0}'
-- case: names that come from completions are hidden
-- run: export_audit_behavior {"audit_id": "u", "hash_features": true}
-- expect:
--   '{"run":"r","slice":"x","feature":"lex:h93f9ee678d9c","step":7,"mean":0.833333}'
--   '{"run":"r","slice":"x","feature":"lex:h93f9ee678d9c","step":8,"mean":0.0}'
-- case: features that are paid, and the one that leads a slice
-- given:
delete from rolloutdiff.audit_premium_screening;
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, feature_id, status) values
    ('u', 'r', 'x', 'run', 'reward', 'single', 2, 'paid'), ('u', 'r', 'x', 'run', 'reward', 'single', 1, 'none');
insert into rolloutdiff.audit_slice_risk values
    ('u', 'r', 'y', 'run', 'reward', 100, 10, 0.1, 0.2, 0.6, true, 'overpaid', 1, null, null, null, true, null),
    ('u', 'r', 'y', 'onset', 'reward', 100, 10, 0.1, 0.2, 0.6, true, 'overpaid', 2, null, null, null, false, null);
-- run: export_audit_behavior {"audit_id": "u", "hash_features": false}
-- expect:
--   '{"run":"r","slice":"x","feature":"ast:def:f","step":7,"mean":0.166667}'
--   '{"run":"r","slice":"x","feature":"ast:def:f","step":8,"mean":0.0}'
--   '{"run":"r","slice":"y","feature":"lex:go","step":7,"mean":2.0}'
