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
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 1.0, 1.0, null, null, null),
    ('u', 2, 'r', 1, 'x', 1, 1, 2.0, 1.0, null, null, null),
    ('u', 3, 'r', 1, 'x', 1, 1, 3.0, 1.0, null, null, null),
    ('u', 4, 'r', 1, 'x', 2, 2, 5.0, null, null, null, null),
    ('u', 5, 'r', 1, 'x', 2, 2, 5.0, null, null, null, null),
    ('u', 6, 'r', 2, 'x', 1, 3, 9.0, 9.0, null, null, null),
    ('u', 7, 'r', 2, 'y', 3, 4, 0.0, null, null, null, null),
    ('u', 8, 'r', 2, 'y', 3, 4, null, null, null, null, null),
    ('half', 1, 'r', 1, 'x', 1, 1, 7.0, 7.0, null, null, null);
insert into rolloutdiff.feature_count values
    (1, 2, 1, 1), (1, 3, 1, 2), (1, 4, 1, 1), (1, 6, 2, 5), (1, 7, 2, 5),
    (2, 1, 1, 1), (2, 2, 1, 1);

-- case: sums over groups of centred products, by hand: f1 with itself (5 - 9/3) + (1 - 1/2), with f2 1 - 3 * 2/3, f2 with itself 2 - 4/3
-- call:
select g.feature_a, g.feature_b, round(g.xx, 12), g.xy, g.rollouts
from rolloutdiff.audit_gram_v1('u', 'r', 'x', 'reward', 1, 9, [1, 2, 3]) as g
order by g.feature_a, g.feature_b;
-- expect:
--   1 | 1 | 2.5 | 2.0 | 3
--   1 | 2 | -1.0 | 2.0 | 1
--   2 | 2 | 0.666666666667 | -1.0 | 2
-- case: only of the features that are asked for, and where the outcome is known
-- call:
select g.feature_a, g.feature_b, g.xx, g.xy, g.rollouts
from rolloutdiff.audit_gram_v1('u', 'r', 'x', 'gap', 1, 9, [1]) as g;
-- expect:
--   1 | 1 | 2.0 | 2.0 | 2
-- case: other steps and slices are not read
-- call:
select g.feature_a from rolloutdiff.audit_gram_v1('u', 'r', 'x', 'reward', 2, 9, [1, 2, 3]) as g
union all
select g.feature_a from rolloutdiff.audit_gram_v1('u', 'r', 'y', 'reward', 1, 9, [1, 2, 3]) as g;
-- expect: none

-- case: two features of one group that no completion shows together; groups of another run do not count
-- given:
-- Excess -1, 1 with 1 of the first and 3 of the second; then -2, 2 with 2 of the second and 1 of the first.
insert into rolloutdiff.audit_rollout values
    ('u', 11, 'r', 1, 'it''s', 5, 10, 0.0, null, null, null, null), ('u', 12, 'r', 1, 'it''s', 5, 10, 2.0, null, null, null, null),
    ('u', 13, 'r', 1, 'it''s', 6, 11, 0.0, null, null, null, null), ('u', 14, 'r', 1, 'it''s', 6, 11, 4.0, null, null, null, null),
    ('u', 21, 's', 1, 'it''s', 5, 10, 0.0, null, null, null, null), ('u', 22, 's', 1, 'it''s', 5, 10, 8.0, null, null, null, null);
insert into rolloutdiff.feature_count values (1, 11, 1, 1), (2, 12, 1, 3), (2, 13, 1, 2), (1, 14, 1, 1), (1, 22, 1, 1);
-- Features: (2 * 2 - 2) / 2 and (2 * 13 - 13) / 2; together (0 - 3 - 2) / 2.
-- call:
select * from rolloutdiff.audit_gram_v1('u', 'r', 'it''s', 'reward', 1, 1, [1, 2]) as g order by g.feature_a, g.feature_b;
-- expect:
--   1 | 1 | 1.0 | 1.0 | 2
--   1 | 2 | -2.5 | 1.0 | 0
--   2 | 2 | 6.5 | -1.0 | 2
