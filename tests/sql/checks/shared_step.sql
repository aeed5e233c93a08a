-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a file per step
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'g', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: shared_step {"analysis_id": "a"}
-- expect: none

-- case: two parts of a batch, one prompt answered alike
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'b', 1.0, 'f', 1), (3, 1, 'p', 'c', 1.0, 'f', 2), (4, 1, 'p', 'a', 1.0, 'g', 0), (5, 1, 'p', 'd', 1.0, 'g', 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: shared_step {"analysis_id": "a"}
-- expect:
--   'it''s' | 'shared_step' | 'note' | 1 | [1] | 'Steps come from several files, which count together: parts of one batch belong together, attempts at one step do not.'

-- case: a copy
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', null, null, 'f', 1), (3, 1, 'p', 'a', 1.0, 'g', 0), (4, 1, 'p', null, null, 'g', 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: shared_step {"analysis_id": "a"}
-- expect:
--   'it''s' | 'copied_file' | 'warning' | 1 | [1] | 'Steps of which several files hold the same completions: they count more than once, and figures look surer than they are.'
--   'it''s' | 'shared_step' | 'note' | 1 | [1] | 'Steps come from several files, which count together: parts of one batch belong together, attempts at one step do not.'
