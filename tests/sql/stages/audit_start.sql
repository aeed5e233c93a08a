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

-- case: completions that can be compared
-- run: audit_start {"audit_id": "u", "analysis_id": "a"}
-- call:
select e.run, e.slice, e.outcome, e.step, e.prompt_no, e.group_no, e.rollout_id, e.value, e.excess, e.samples
from audit_excess as e
order by e.outcome, e.rollout_id;
-- expect:
--   'r' | 'x' | 'gap' | 1 | 1 | 1 | 1 | 0.0 | -1.0 | 3
--   'r' | 'x' | 'gap' | 1 | 1 | 1 | 2 | 1.0 | 0.0 | 3
--   'r' | 'x' | 'gap' | 1 | 1 | 1 | 3 | 2.0 | 1.0 | 3
--   'r' | 'x' | 'gold' | 1 | 1 | 1 | 1 | 1.0 | 0.0 | 3
--   'r' | 'x' | 'gold' | 1 | 1 | 1 | 2 | 1.0 | 0.0 | 3
--   'r' | 'x' | 'gold' | 1 | 1 | 1 | 3 | 1.0 | 0.0 | 3
--   'r' | 'x' | 'reward' | 1 | 1 | 1 | 1 | 1.0 | -1.0 | 3
--   'r' | 'x' | 'reward' | 1 | 1 | 1 | 2 | 2.0 | 0.0 | 3
--   'r' | 'x' | 'reward' | 1 | 1 | 1 | 3 | 3.0 | 1.0 | 3
--   'r' | 'x' | 'reward' | 2 | 2 | 2 | 4 | 5.0 | -1.0 | 2
--   'r' | 'x' | 'reward' | 2 | 2 | 2 | 5 | 7.0 | 1.0 | 2
-- case: yes/no features of one word or another token, and neighbours of two words; no longer ones, no sizes, none of other analyses
-- run: audit_start {"audit_id": "u", "analysis_id": "a"}
-- call:
select f.feature_id, f.tier, f.name, f.kind, f.tier_place from audit_feature as f order by f.name;
-- expect:
--   2 | 'ast' | 'ast:def:f' | 'single' | 1
--   1 | 'lexical' | 'lex:go' | 'single' | 3
--   3 | 'lexical' | 'lex:go on' | 'adj' | 3

-- case: features of every tier in order of their names; only words are counted
-- given:
insert into rolloutdiff.feature values
    (11, 'a', 'shape', 'binary', 'shape:it''s', 'share', 1, 1, 'fixed', 0), (12, 'a', 'custom', 'binary', 'custom:my own long name', 'share', 1, 1, 'fixed', 0),
    (13, 'a', 'mismatch', 'binary', 'mismatch:x', 'share', 1, 1, 'fixed', 0), (14, 'a', 'custom', 'continuous', 'custom:size', 'words', 1, 1, 'fixed', 0),
    (15, 'a', 'ast', 'binary', 'ast:a b c', 'share', 1, 1, 'vocabulary', 0);
-- run: audit_start {"audit_id": "u", "analysis_id": "a"}
-- call:
select * from audit_feature;
-- expect:
--   15 | 'ast' | 'ast:a b c' | 'single' | 1
--   2 | 'ast' | 'ast:def:f' | 'single' | 1
--   12 | 'custom' | 'custom:my own long name' | 'single' | 2
--   1 | 'lexical' | 'lex:go' | 'single' | 3
--   3 | 'lexical' | 'lex:go on' | 'adj' | 3
--   11 | 'shape' | 'shape:it''s' | 'single' | 4

-- case: completions in order of run, outcome, slice, step, group and number
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout values
    ('u', 2, 's', 1, 'x', 1, 1, 1.0, null, null, null, null), ('u', 1, 's', 1, 'x', 1, 1, 1.0, null, null, null, null),
    ('u', 4, 'r', 2, 'y', 1, 2, 1.0, 1.0, null, null, null), ('u', 3, 'r', 2, 'y', 1, 2, 1.0, 1.0, null, null, null),
    ('u', 14, 'r', 1, 'y', 2, 8, 1.0, null, null, null, null), ('u', 13, 'r', 1, 'y', 2, 8, 1.0, null, null, null, null),
    ('u', 12, 'r', 1, 'y', 3, 9, 1.0, null, null, null, null), ('u', 11, 'r', 1, 'y', 3, 9, 1.0, null, null, null, null),
    ('u', 21, 'r', 9, 'it''s', 3, 10, 1.0, null, null, null, null), ('u', 20, 'r', 9, 'it''s', 3, 10, 1.0, null, null, null, null);
-- run: audit_start {"audit_id": "u", "analysis_id": "a"}
-- call:
select e.run, e.outcome, e.slice, e.step, e.group_no, e.rollout_id from audit_excess as e;
-- expect:
--   'r' | 'gap' | 'y' | 2 | 2 | 3
--   'r' | 'gap' | 'y' | 2 | 2 | 4
--   'r' | 'gold' | 'y' | 2 | 2 | 3
--   'r' | 'gold' | 'y' | 2 | 2 | 4
--   'r' | 'reward' | 'it''s' | 9 | 10 | 20
--   'r' | 'reward' | 'it''s' | 9 | 10 | 21
--   'r' | 'reward' | 'y' | 1 | 8 | 13
--   'r' | 'reward' | 'y' | 1 | 8 | 14
--   'r' | 'reward' | 'y' | 1 | 9 | 11
--   'r' | 'reward' | 'y' | 1 | 9 | 12
--   'r' | 'reward' | 'y' | 2 | 2 | 3
--   'r' | 'reward' | 'y' | 2 | 2 | 4
--   's' | 'reward' | 'x' | 1 | 1 | 1
--   's' | 'reward' | 'x' | 1 | 1 | 2
