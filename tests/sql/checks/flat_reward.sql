-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: most steps are flat, one is not scored
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 0.0, 'f', 1), (3, 2, 'p', 'a', 1.0, 'f', 2), (4, 2, 'p', 'a', 1.0, 'f', 3), (5, 3, 'p', 'a', 0.0, 'f', 4),
    (6, 3, 'p', 'a', 0.0, 'f', 5), (7, 4, 'p', 'a', 0.0, 'f', 6), (8, 4, 'p', 'a', 0.0, 'f', 7), (9, 5, 'p', 'a', null, 'f', 8);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: flat_reward {"analysis_id": "a"}
-- expect:
--   'it''s' | 'flat_reward_step' | 'warning' | 3 | [2, 3, 4] | 'Steps in which every completion has the same reward: they say nothing on what the reward favours.'
--   'it''s' | 'unscored_step' | 'warning' | 1 | [5] | 'Steps without any finite reward: series of the reward have no value there.'

-- case: one flat step of two is a note; a step of one completion has nothing to differ
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 0.0, 'f', 1), (3, 2, 'p', 'a', 1.0, 'f', 2), (4, 2, 'p', 'a', 1.0, 'f', 3), (5, 3, 'p', 'a', 0.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: flat_reward {"analysis_id": "a"}
-- expect:
--   'it''s' | 'flat_reward_step' | 'note' | 1 | [2] | 'Steps in which every completion has the same reward: they say nothing on what the reward favours.'

-- case: a run whose reward never differs, and one without any, are findings of their own
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 1.0, 'f', 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: flat_reward {"analysis_id": "a"}
-- expect: none
