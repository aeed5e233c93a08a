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

-- case: outcome minus the mean of the group; gold and gap where gold is known; nothing of groups of one scored completion
-- call:
select e.outcome, e.rollout_id, e.run, e.slice, e.step, e.prompt_no, e.group_no, e.value, e.excess, e.samples
from rolloutdiff.audit_excess_v1('u') as e
order by e.outcome, e.rollout_id;
-- expect:
--   'gap' | 1 | 'r' | 'x' | 1 | 1 | 1 | 0.0 | -1.0 | 3
--   'gap' | 2 | 'r' | 'x' | 1 | 1 | 1 | 1.0 | 0.0 | 3
--   'gap' | 3 | 'r' | 'x' | 1 | 1 | 1 | 2.0 | 1.0 | 3
--   'gold' | 1 | 'r' | 'x' | 1 | 1 | 1 | 1.0 | 0.0 | 3
--   'gold' | 2 | 'r' | 'x' | 1 | 1 | 1 | 1.0 | 0.0 | 3
--   'gold' | 3 | 'r' | 'x' | 1 | 1 | 1 | 1.0 | 0.0 | 3
--   'reward' | 1 | 'r' | 'x' | 1 | 1 | 1 | 1.0 | -1.0 | 3
--   'reward' | 2 | 'r' | 'x' | 1 | 1 | 1 | 2.0 | 0.0 | 3
--   'reward' | 3 | 'r' | 'x' | 1 | 1 | 1 | 3.0 | 1.0 | 3
--   'reward' | 4 | 'r' | 'x' | 1 | 2 | 2 | 5.0 | 0.0 | 2
--   'reward' | 5 | 'r' | 'x' | 1 | 2 | 2 | 5.0 | 0.0 | 2
-- case: equal values lie exactly at their mean
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout
select 'u', i, 'r', 1, 'x', 1, 1, 0.1, null, null, null, null from range(10) as t(i);
-- call:
select count(*), min(e.excess), max(e.excess) from rolloutdiff.audit_excess_v1('u') as e;
-- expect:
--   10 | 0.0 | 0.0

-- case: groups are numbered run by run
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'it''s', 1, 1, 0.0, null, null, null, null), ('u', 2, 'r', 1, 'it''s', 1, 1, 2.0, null, null, null, null),
    ('u', 3, 's', 1, 'it''s', 1, 1, 8.0, null, null, null, null), ('u', 4, 's', 1, 'it''s', 1, 1, 4.0, null, null, null, null),
    ('u', 5, 's', 1, 'it''s', 1, 1, 0.0, null, null, null, null);
-- call:
select e.run, e.slice, e.rollout_id, e.excess, e.samples from rolloutdiff.audit_excess_v1('u') as e order by e.rollout_id;
-- expect:
--   'r' | 'it''s' | 1 | -1.0 | 2
--   'r' | 'it''s' | 2 | 1.0 | 2
--   's' | 'it''s' | 3 | 4.0 | 3
--   's' | 'it''s' | 4 | 0.0 | 3
--   's' | 'it''s' | 5 | -4.0 | 3

-- case: gold of one completion alone, and a constant reward
-- given:
delete from rolloutdiff.audit_rollout;
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 1.0, 5.0, null, null, null), ('u', 2, 'r', 1, 'x', 1, 1, 1.0, null, null, null, null);
-- call:
select e.outcome, e.rollout_id, e.value, e.excess from rolloutdiff.audit_excess_v1('u') as e order by e.rollout_id;
-- expect:
--   'reward' | 1 | 1.0 | 0.0
--   'reward' | 2 | 1.0 | 0.0
