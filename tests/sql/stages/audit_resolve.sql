-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, split, reward_parts, extras, source_file, source_row, slice, gold, logprob)
values
    (1, 'r', 1, 's1', 'p1', 'say', 'go', 2.0, 'train', map {'g': 1.0}, '{"family": "x", "ok": true, "a.b": 3}', 'f', 0, 'one', 4.0, -1.5),
    (2, 'r', 1, 's2', 'p1', 'say', 'go on', null, 'train', map {'g': 0.0}, '{"family": 7, "ok": false, "a.b": "nan"}', 'f', 1, null, null, null),
    (3, 'r', 2, 's3', 'p2', 'tell', null, 1.0, null, null, null, 'f', 2, 'two', 0.5, -2.5),
    (4, 'r', 2, 's4', 'p2', 'tell', 'no', 1.0, null, null, null, 'f', 3, 'two', 0.5, -2.5);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p1', 1, 0), ('a', 2, 'r', 1, 'p1', 1, 0), ('a', 3, 'r', 2, 'p2', 2, 0);
create temp table wanted_column (role varchar, source varchar, name varchar);

-- case: without a column all are one slice; the reward is divided by its unit
-- run: audit_resolve {"analysis_id": "a", "reward_unit": 2.0}
-- call:
select a.rollout_id, a.run, a.step, a.prompt_no, a.slice, a.reward, a.gold, a.logprob, a.ref_logprob, a.target_logprob
from audit_resolved as a
order by a.rollout_id;
-- expect:
--   1 | 'r' | 1 | 1 | 'all' | 1.0 | NULL | NULL | NULL | NULL
--   2 | 'r' | 1 | 1 | 'all' | NULL | NULL | NULL | NULL | NULL
--   3 | 'r' | 2 | 2 | 'all' | 0.5 | NULL | NULL | NULL | NULL
-- case: columns of the table; a rollout without a slice is in slice none
-- given:
insert into wanted_column values ('slice', 'column', 'slice'), ('gold', 'column', 'gold'), ('logprob', 'column', 'logprob');
-- run: audit_resolve {"analysis_id": "a", "reward_unit": 2.0}
-- call:
select a.rollout_id, a.run, a.step, a.prompt_no, a.slice, a.reward, a.gold, a.logprob, a.ref_logprob, a.target_logprob
from audit_resolved as a
order by a.rollout_id;
-- expect:
--   1 | 'r' | 1 | 1 | 'one' | 1.0 | 2.0 | -1.5 | NULL | NULL
--   2 | 'r' | 1 | 1 | 'none' | NULL | NULL | NULL | NULL | NULL
--   3 | 'r' | 2 | 2 | 'two' | 0.5 | 0.25 | -2.5 | NULL | NULL
-- case: reward parts and keys of extras, whatever signs they hold; truth is 1 and falsehood 0, what is no finite number is absent
-- given:
insert into wanted_column values
    ('slice', 'extra', 'family'), ('gold', 'extra', 'ok'), ('logprob', 'part', 'g'), ('ref_logprob', 'extra', 'a.b'), ('target_logprob', 'extra', 'absent');
-- run: audit_resolve {"analysis_id": "a", "reward_unit": 1.0}
-- call:
select a.rollout_id, a.run, a.step, a.prompt_no, a.slice, a.reward, a.gold, a.logprob, a.ref_logprob, a.target_logprob
from audit_resolved as a
order by a.rollout_id;
-- expect:
--   1 | 'r' | 1 | 1 | 'x' | 2.0 | 1.0 | 1.0 | 3.0 | NULL
--   2 | 'r' | 1 | 1 | '7' | NULL | 0.0 | 0.0 | NULL | NULL
--   3 | 'r' | 2 | 2 | 'none' | 1.0 | NULL | NULL | NULL | NULL
-- case: another text column as the slice
-- given:
insert into wanted_column values ('slice', 'column', 'split');
-- run: audit_resolve {"analysis_id": "a", "reward_unit": 1.0}
-- call:
select a.rollout_id, a.run, a.step, a.prompt_no, a.slice, a.reward, a.gold, a.logprob, a.ref_logprob, a.target_logprob
from audit_resolved as a
order by a.rollout_id;
-- expect:
--   1 | 'r' | 1 | 1 | 'train' | 2.0 | NULL | NULL | NULL | NULL
--   2 | 'r' | 1 | 1 | 'train' | NULL | NULL | NULL | NULL | NULL
--   3 | 'r' | 2 | 2 | 'none' | 1.0 | NULL | NULL | NULL | NULL

-- case: the other columns of the table, words for truth in any case, and rollouts of another analysis
-- given:
update rolloutdiff.rollout set ref_logprob = -3.5, target_logprob = -4.5, extras = '{"ok": "TRUE", "it''s": null, "inf": "-Infinity"}' where rollout_id = 1;
insert into rolloutdiff.analysis_rollout values ('b', 1, 'r', 1, 'p1', 7, 0), ('b', 4, 'r', 2, 'p2', 8, 0);
insert into wanted_column values
    ('slice', 'extra', 'it''s'), ('gold', 'extra', 'ok'), ('logprob', 'extra', 'inf'), ('ref_logprob', 'column', 'ref_logprob'),
    ('target_logprob', 'column', 'target_logprob');
-- run: audit_resolve {"analysis_id": "b", "reward_unit": 1.0}
-- call:
select * from audit_resolved as a order by a.rollout_id;
-- expect:
--   1 | 'r' | 1 | 7 | 'none' | 2.0 | 1.0 | NULL | -3.5 | -4.5
--   4 | 'r' | 2 | 8 | 'none' | 1.0 | NULL | NULL | NULL | NULL

-- case: a target that is no finite number is absent, and without a column for the slice all are one
-- given:
update rolloutdiff.rollout set target_logprob = 'nan' where rollout_id = 1;
insert into wanted_column values ('target_logprob', 'column', 'target_logprob');
-- run: audit_resolve {"analysis_id": "a", "reward_unit": 0.5}
-- call:
select a.rollout_id, a.slice, a.reward, a.target_logprob from audit_resolved as a order by a.rollout_id;
-- expect:
--   1 | 'all' | 4.0 | NULL
--   2 | 'all' | NULL | NULL
--   3 | 'all' | 2.0 | NULL
