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

-- case: by hand: slope 2 / 2.5, scores 0.4 and -0.4 of two prompts, se sqrt(2 * 0.32) / 2.5
-- call:
select s.slice, s.step, s.slope, round(s.se, 12), s.weight, s.prompts, s.samples
from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 1) as s
order by s.slice, s.step;
-- expect:
--   'x' | 1 | 0.8 | 0.32 | 2.5 | 2 | 5
-- case: one prompt gives no standard error
-- call:
select s.slice, s.step, s.slope, s.se, round(s.weight, 12), s.prompts, s.samples
from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 2) as s;
-- expect:
--   'x' | 1 | -1.5 | NULL | 0.666666666667 | 1 | 3
-- case: the standard error is at least that of equal and independent noise: 0.7 / (6 - 2 - 1) * 1.25 against 2 * 0.02
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 0.0, null, null, null, null), ('u', 2, 'r', 1, 'x', 1, 1, 1.0, null, null, null, null),
    ('u', 3, 'r', 1, 'x', 2, 2, 0.0, null, null, null, null), ('u', 4, 'r', 1, 'x', 2, 2, 1.0, null, null, null, null),
    ('u', 5, 'r', 1, 'x', 2, 2, 0.0, null, null, null, null), ('u', 6, 'r', 1, 'x', 2, 2, 1.0, null, null, null, null);
delete from rolloutdiff.feature_count;
insert into rolloutdiff.feature_count values (1, 2, 1, 1), (1, 4, 1, 1), (1, 5, 1, 1), (1, 6, 1, 1);
-- call:
select s.slope, round(s.se, 12), s.weight, s.prompts, s.samples
from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 1) as s;
-- expect:
--   0.8 | 0.432049379894 | 1.25 | 2 | 6

-- case: slices and steps beside each other, and another run
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'it''s', 1, 1, 0, null, null, null, null), ('u', 2, 'r', 1, 'it''s', 1, 1, 1, null, null, null, null),
    ('u', 3, 'r', 2, 'it''s', 1, 2, 0, null, null, null, null), ('u', 4, 'r', 2, 'it''s', 1, 2, 1, null, null, null, null),
    ('u', 5, 'r', 2, 'it''s', 2, 3, 0, null, null, null, null), ('u', 6, 'r', 2, 'it''s', 2, 3, 1, null, null, null, null),
    ('u', 7, 'r', 2, 'it''s', 3, 4, 0, null, null, null, null), ('u', 8, 'r', 2, 'it''s', 3, 4, 4, null, null, null, null),
    ('u', 9, 'r', 1, 'y', 4, 5, 0, null, null, null, null), ('u', 10, 'r', 1, 'y', 4, 5, 1, null, null, null, null),
    ('u', 11, 'r', 2, 'y', 4, 6, 0, null, null, null, null), ('u', 12, 'r', 2, 'y', 4, 6, 1, null, null, null, null),
    ('u', 13, 'r', 2, 'y', 5, 7, 0, null, null, null, null), ('u', 14, 'r', 2, 'y', 5, 7, 1, null, null, null, null),
    ('u', 15, 's', 1, 'y', 1, 1, 0, null, null, null, null), ('u', 16, 's', 1, 'y', 1, 1, 9, null, null, null, null);
delete from rolloutdiff.feature_count;
insert into rolloutdiff.feature_count values
    (1, 2, 1, 1), (1, 4, 2, 1), (1, 6, 2, 1), (1, 8, 2, 1), (1, 10, 1, 2), (1, 12, 2, 1), (1, 14, 2, 2), (1, 16, 1, 1), (2, 1, 1, 1);
-- Step 2 of it's: sums 0.5, 0.5 and 2 over weights of 0.5; scores -0.5, -0.5 and 1, so sqrt(3 / 2 * 1.5) / 1.5. Step 2 of y: sums
-- 0.5 and 1 over 0.5 and 2; scores 0.2 and -0.2, but equal noise has (1 - 0.9) / 1 * 2.5, more than 2 * 0.08.
-- call:
select s.slice, s.step, round(s.slope, 12), round(s.se, 12), s.weight, s.prompts, s.samples
from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 1) as s
order by s.slice, s.step;
-- expect:
--   'it''s' | 1 | 1.0 | NULL | 0.5 | 1 | 2
--   'it''s' | 2 | 2.0 | 1.0 | 1.5 | 3 | 6
--   'y' | 1 | 0.5 | NULL | 2.0 | 1 | 2
--   'y' | 2 | 0.6 | 0.2 | 2.5 | 2 | 4

-- case: a constant reward has slope 0 without error; a feature that all completions show alike has none
-- given:
update rolloutdiff.audit_rollout set reward = 1.0 where reward is not null;
insert into rolloutdiff.feature_count select 3, n, 1, 1 from range(1, 9) as t(n);
-- call:
select s.slice, s.step, s.slope, s.se from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 1) as s order by s.slice, s.step;
-- expect:
--   'x' | 1 | 0.0 | 0.0
-- call:
select * from rolloutdiff.audit_slope_v1('u', 'r', 'reward', 3);
-- expect: none
