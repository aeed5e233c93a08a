-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a prompt drawn twice has twice the completions
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 1.0, 'f', 1), (3, 1, 'q', 'a', 1.0, 'f', 2), (4, 1, 'q', 'a', 1.0, 'f', 3), (5, 2, 'p', 'a', 1.0, 'f', 4),
    (6, 2, 'p', 'a', 1.0, 'f', 5), (7, 2, 'p', 'a', 1.0, 'f', 6), (8, 2, 'p', 'a', 1.0, 'f', 7);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: uneven_group {"analysis_id": "a"}
-- expect: none

-- case: groups of one and of three
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 1.0, 'f', 1), (3, 1, 'q', 'a', 1.0, 'f', 2), (4, 1, 'q', 'a', 1.0, 'f', 3), (5, 2, 'p', 'a', 1.0, 'f', 4),
    (6, 2, 'q', 'a', 1.0, 'f', 5), (7, 2, 'q', 'a', 1.0, 'f', 6), (8, 2, 'q', 'a', 1.0, 'f', 7);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: uneven_group {"analysis_id": "a"}
-- expect:
--   'it''s' | 'group_size' | 'note' | 2 | [2] | 'Groups of one prompt and step that are no multiple of the usual size 2, of 4 (sizes 1 to 3): prompts count alike whatever their size; comparisons inside a group leave out groups of one, here 1.'

-- case: steps of less than half, not of half
-- given:
insert into made select 10 * s + i, s, 'p' || i, 'a', 1.0, 'f', i from (select unnest([1, 2, 3, 4, 5]) as s, unnest([4, 4, 4, 2, 1]) as n) as t, range(n) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: uneven_group {"analysis_id": "a"}
-- expect:
--   'it''s' | 'batch_size' | 'warning' | 1 | [5] | 'Steps with less than half of the usual 4 completions: where a trainer drops groups by their reward, what is left is chosen by it, and relations to the reward are biased.'
