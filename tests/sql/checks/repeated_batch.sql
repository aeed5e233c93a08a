-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: one batch in three steps, in another order of rows
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'q', null, null, 'f', 1), (3, 1, 'q', 'b', null, 'f', 2),
    (4, 2, 'q', 'b', null, 'g', 0), (5, 2, 'p', 'a', 1.0, 'g', 1), (6, 2, 'q', null, null, 'g', 2),
    (7, 3, 'q', null, null, 'h', 0), (8, 3, 'q', 'b', null, 'h', 1), (9, 3, 'p', 'a', 1.0, 'h', 2);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: repeated_batch {"analysis_id": "a"}
-- expect:
--   'it''s' | 'repeated_batch' | 'warning' | 2 | [2, 3] | 'Steps hold the very prompts, completions and rewards of an earlier step: one batch is logged several times, so there are fewer independent steps than it seems, and rules find changes where none is.'

-- case: one reward, one prompt or one text differs
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'b', 0.0, 'f', 1), (3, 2, 'p', 'a', 1.0, 'f', 2), (4, 2, 'p', 'b', 0.5, 'f', 3),
    (5, 3, 'p', 'a', 1.0, 'f', 4), (6, 3, 'q', 'b', 0.0, 'f', 5), (7, 4, 'p', 'a', 1.0, 'f', 6), (8, 4, 'p', 'c', 0.0, 'f', 7);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: repeated_batch {"analysis_id": "a"}
-- expect: none

-- case: a batch of one text says nothing
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 1.0, 'f', 1), (3, 2, 'p', 'a', 1.0, 'f', 2), (4, 2, 'p', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: repeated_batch {"analysis_id": "a"}
-- expect: none
