-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.audit values ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (3, 'a', 'lexical', 'binary', 'lex:go on', 'share', 1, 9, 'vocabulary', 0),
    (4, 'a', 'lexical', 'binary', 'lex:go on now', 'share', 1, 9, 'vocabulary', 0),
    (5, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 9, 'fixed', 0),
    (6, 'b', 'lexical', 'binary', 'lex:other', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 1.0, 1.0, -1.0, -2.0, -1.5),
    ('u', 2, 'r', 1, 'x', 1, 1, 2.0, 1.0, -1.0, -2.0, -0.5),
    ('u', 3, 'r', 1, 'x', 1, 1, 3.0, 1.0, null, -2.0, -2.0),
    ('u', 4, 'r', 2, 'x', 2, 2, 5.0, null, -3.0, null, -1.0),
    ('u', 5, 'r', 2, 'x', 2, 2, 7.0, null, -3.0, -3.5, null),
    ('u', 6, 'r', 2, 'y', 3, 3, 0.0, 0.0, -1.0, -1.0, -1.0),
    ('u', 7, 'r', 2, 'y', 3, 3, null, 0.5, null, null, -1.0);
insert into rolloutdiff.feature_count values
    (1, 2, 1, 1), (1, 3, 1, 2), (1, 4, 2, 1), (1, 6, 2, 5), (1, 7, 2, 5),
    (2, 1, 1, 1), (2, 2, 1, 1), (3, 3, 1, 1), (5, 1, 1, 40);

-- case: over the last steps, of completions that have both
-- run: audit_kl {"audit_id": "u", "run": "r", "steps": 2}
-- expect:
--   'x' | 0.8333333333333334
--   'y' | 0.0
-- run: audit_kl {"audit_id": "u", "run": "r", "steps": 1}
-- expect:
--   'x' | 0.5
--   'y' | 0.0

-- case: another audit and run beside it; steps count where anything was logged, slices in order
-- given:
insert into rolloutdiff.audit_rollout values
    ('w', 1, 'r', 1, 'x', 1, 1, 50.0, 50.0, -50.0, -60.0, -70.0), ('w', 6, 'r', 1, 'x', 1, 1, 50.0, 50.0, -50.0, -60.0, -70.0),
    ('u', 21, 's', 9, 'x', 9, 1, 51.0, 52.0, -9.0, -5.0, -6.0), ('u', 22, 's', 9, 'x', 9, 1, 53.0, 54.0, -9.0, -5.0, -6.0);
insert into rolloutdiff.audit_rollout values
    ('w', 8, 'r', 7, 'x', 1, 1, null, null, 0.0, -9.0, null), ('w', 9, 'r', 9, 'x', 1, 1, null, null, 0.0, -9.0, null),
    ('u', 21, 's', 2, 'x', 9, 2, null, null, 0.0, -9.0, null),
    ('u', 8, 'r', 5, 'it''s', 1, 5, null, null, -1.0, -4.0, null), ('u', 9, 'r', 7, 'it''s', 1, 6, null, null, null, null, null);
-- run: audit_kl {"audit_id": "u", "run": "r", "steps": 3}
-- expect:
--   'it''s' | 3.0
--   'x' | 0.5
--   'y' | 0.0
-- run: audit_kl {"audit_id": "u", "run": "s", "steps": 1}
-- expect:
--   'x' | -4.0
