-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a resumed run wrote on from step 2
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'p', 'a', 1.0, 'f', 2), (4, 2, 'p', 'b', 1.0, 'f', 3), (5, 3, 'p', 'b', 1.0, 'f', 4), (6, 4, 'p', 'b', 1.0, 'f', 5);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: step_order {"analysis_id": "a"}
-- expect:
--   'it''s' | 'step_goes_back' | 'warning' | 1 | [2] | 'A file goes back to steps that it has passed: a resumed run wrote on to it, so these steps hold the completions of two attempts, which count together.'

-- case: steps in order, in files of any name
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'z', 0), (2, 1, 'p', 'a', 1.0, 'z', 1), (3, 2, 'p', 'a', 1.0, 'a', 0), (4, 1, 'p', 'a', 1.0, 'b', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: step_order {"analysis_id": "a"}
-- expect: none

-- case: a table that is sorted by prompt
-- given:
insert into made select 10 * p + s, s, 'p' || p, 'a', 1.0, 'f', 10 * p + s from range(5) as t(p), range(4) as u(s);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: step_order {"analysis_id": "a"}
-- expect: none
