-- given:
create temp table made (id bigint, step bigint, response varchar);
insert into made values (1, 1, 'ab'), (2, 1, 'ünd'), (3, 1, 'xyz'), (4, 2, 'longer'), (5, 2, null), (6, 3, null);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, 'p', 'p', m.response, 1.0, 'f', m.id from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, 'p', 1, 0 from made as m;

-- case: the longest of every step in characters, and how many are as long; a text that is missing has no length
-- run: text_length {"analysis_id": "a", "after": null}
-- expect:
--   'it''s' | 1 | 3 | 3 | 2 | 0 | 0
--   'it''s' | 2 | 2 | 6 | 1 | 0 | 0
--   'it''s' | 3 | 1 | NULL | 0 | 0 | 0

-- case: later steps alone
-- run: text_length {"analysis_id": "a", "after": 2}
-- expect:
--   'it''s' | 3 | 1 | NULL | 0 | 0 | 0

-- case: what trainers say on the end of a completion
-- given:
update rolloutdiff.rollout set extras = '{"finish_reason": "stop"}' where rollout_id = 1;
update rolloutdiff.rollout set extras = '{"stop_reason": "LENGTH"}' where rollout_id = 2;
update rolloutdiff.rollout set extras = '{"stop_condition": "max_tokens", "clipped": false}' where rollout_id = 3;
update rolloutdiff.rollout set extras = '{"is_truncated": true}' where rollout_id = 4;
update rolloutdiff.rollout set extras = '{"truncated": 1.0}' where rollout_id = 5;
update rolloutdiff.rollout set extras = '{"other": "length", "truncated": null}' where rollout_id = 6;
-- run: text_length {"analysis_id": "a", "after": null}
-- expect:
--   'it''s' | 1 | 3 | 3 | 2 | 3 | 2
--   'it''s' | 2 | 2 | 6 | 1 | 2 | 2
--   'it''s' | 3 | 1 | NULL | 0 | 0 | 0
