-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, reward_parts, extras, gold, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', 'p', 'x', 1.0, map {'m': 0.5, 'n': null}, '{"acc": 1, "reward": 2}', null, 'f', 0),
    (2, 'it''s', 1, '2', 'p', 'p', null, null, null, '{"acc": null}', null, 'f', 1),
    (3, 'it''s', 4, '3', 'p', 'p', 'x', 1.0, map {'m': 0.5}, null, 1.0, 'f', 2),
    (4, 'r', 4, '4', 'p', 'p', 'x', 1.0, null, null, null, 'f', 3);
insert into rolloutdiff.analysis_rollout select 'a', r.rollout_id, r.run, r.step, 'p', 1, 0 from rolloutdiff.rollout as r;
insert into rolloutdiff.analysis_step values ('a', 'it''s', 1, 1, 1, 2), ('a', 'it''s', 4, 2, 1, 1), ('a', 'r', 4, 1, 1, 1);

-- case: values by column and step, also of steps without one; what is null is no value
-- run: store_coverage {"analysis_id": "a", "earlier": null, "after": null}
-- call:
select * from rolloutdiff.coverage order by all;
-- expect:
--   'a' | 'it''s' | 'acc' | 1 | 1
--   'a' | 'it''s' | 'acc' | 4 | 0
--   'a' | 'it''s' | 'gold' | 1 | 0
--   'a' | 'it''s' | 'gold' | 4 | 1
--   'a' | 'it''s' | 'm' | 1 | 1
--   'a' | 'it''s' | 'm' | 4 | 1
--   'a' | 'it''s' | 'response' | 1 | 1
--   'a' | 'it''s' | 'response' | 4 | 1
--   'a' | 'it''s' | 'reward' | 1 | 1
--   'a' | 'it''s' | 'reward' | 4 | 1
--   'a' | 'r' | 'response' | 4 | 1
--   'a' | 'r' | 'reward' | 4 | 1

-- case: the columns that most rows have, 200 of a run
-- given:
update rolloutdiff.rollout set extras = (select json_group_object(printf('k%03d', t.x), 1) from range(300) as t(x)) where rollout_id = 1;
update rolloutdiff.rollout set extras = '{"k299": 1}' where rollout_id = 2;
-- run: store_coverage {"analysis_id": "a", "earlier": null, "after": null}
-- call:
select count(distinct c.column_name), max(c.column_name) filter (where c.column_name < 'k299'), max(c.filled) filter (where c.column_name = 'k299') from rolloutdiff.coverage as c where c.run <> 'r';
-- expect:
--   200 | 'k194' | 2

-- case: steps taken over stand as they were, columns of later steps have no value there, and one that only a torn step had is gone
-- given:
insert into rolloutdiff.coverage values
    ('e', 'it''s', 'seen', 1, 2), ('e', 'it''s', 'response', 1, 1), ('e', 'it''s', 'torn', 1, 0), ('e', 'it''s', 'torn', 4, 1), ('o', 'it''s', 'other', 1, 1);
-- run: store_coverage {"analysis_id": "a", "earlier": "e", "after": 1}
-- call:
select c.column_name, c.step, c.filled from rolloutdiff.coverage as c where c.analysis_id = 'a' and c.run = 'it''s' order by all;
-- expect:
--   'gold' | 1 | 0
--   'gold' | 4 | 1
--   'm' | 1 | 0
--   'm' | 4 | 1
--   'response' | 1 | 1
--   'response' | 4 | 1
--   'reward' | 1 | 0
--   'reward' | 4 | 1
--   'seen' | 1 | 2
--   'seen' | 4 | 0
