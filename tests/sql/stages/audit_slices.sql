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
-- given: audit_start {"audit_id": "u", "analysis_id": "a"}

-- case: all completions of a slice, those that can be compared, and those with reward and gold
-- run: audit_slices {"audit_id": "u"}
-- expect:
--   'r' | 'x' | 5 | 2 | 5 | 2 | 1 | 2 | 5 | 3
--   'r' | 'y' | 2 | 1 | 0 | 0 | 2 | 2 | 1 | 2

-- case: another audit and run beside it, in order
-- given:
insert into rolloutdiff.audit_rollout values
    ('u', 21, 's', 9, 'x', 9, 1, 51.0, null, null, null, null), ('u', 22, 's', 9, 'x', 9, 1, 53.0, null, null, null, null),
    ('u', 23, 'q', 9, 'y', 9, 1, null, null, null, null, null), ('u', 24, 'q', 9, 'it''s', 9, 2, 1.0, null, null, null, null),
    ('w', 21, 's', 9, 'x', 9, 1, 51.0, 52.0, null, null, null);
-- given: audit_start {"audit_id": "u", "analysis_id": "a"}
-- run: audit_slices {"audit_id": "u"}
-- expect:
--   'q' | 'it''s' | 1 | 1 | 0 | 0 | 9 | 9 | 1 | 0
--   'q' | 'y' | 1 | 1 | 0 | 0 | 9 | 9 | 0 | 0
--   'r' | 'x' | 5 | 2 | 5 | 2 | 1 | 2 | 5 | 3
--   'r' | 'y' | 2 | 1 | 0 | 0 | 2 | 2 | 1 | 2
--   's' | 'x' | 2 | 1 | 2 | 1 | 9 | 9 | 2 | 0
