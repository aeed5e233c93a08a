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

-- case: features that enough completions that can be compared show, of enough prompts, in one slice
-- run: audit_support {"run": "r", "min_rollouts": 2, "min_prompts": 1}
-- expect:
--   2 | 'ast:def:f' | 'single' | 1
--   1 | 'lex:go' | 'single' | 3
-- run: audit_support {"run": "r", "min_rollouts": 3, "min_prompts": 2}
-- expect:
--   1 | 'lex:go' | 'single' | 3
-- run: audit_support {"run": "r", "min_rollouts": 4, "min_prompts": 1}
-- expect: none
-- run: audit_support {"run": "other", "min_rollouts": 1, "min_prompts": 1}
-- expect: none

-- case: prompts are counted once, and in one slice
-- given:
-- Feature 2 shows in three completions of one prompt of x, and in two of y; feature 3 in two prompts of y.
insert into rolloutdiff.audit_rollout values
    ('u', 11, 'r', 3, 'x', 1, 5, 0.0, null, null, null, null), ('u', 12, 'r', 3, 'x', 1, 5, 1.0, null, null, null, null),
    ('u', 13, 'r', 3, 'y', 3, 6, 0.0, null, null, null, null), ('u', 14, 'r', 3, 'y', 3, 6, 1.0, null, null, null, null),
    ('u', 15, 'r', 3, 'y', 4, 7, 0.0, null, null, null, null), ('u', 16, 'r', 3, 'y', 4, 7, 1.0, null, null, null, null);
insert into rolloutdiff.feature_count values (2, 11, 3, 1), (2, 13, 3, 1), (2, 14, 3, 1), (3, 13, 3, 1), (3, 15, 3, 1);
-- given: audit_start {"audit_id": "u", "analysis_id": "a"}
-- run: audit_support {"run": "r", "min_rollouts": 2, "min_prompts": 2}
-- expect:
--   1 | 'lex:go' | 'single' | 3
--   3 | 'lex:go on' | 'adj' | 3
-- run: audit_support {"run": "r", "min_rollouts": 3, "min_prompts": 1}
-- expect:
--   2 | 'ast:def:f' | 'single' | 1
--   1 | 'lex:go' | 'single' | 3
