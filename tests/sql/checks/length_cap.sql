-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: two of three have the greatest length; one of it in a step may be chance
-- given:
insert into made values
    (1, 1, 'p', repeat('ab', 150), 1.0, 'f', 0), (2, 1, 'p', repeat('xyz', 100), 1.0, 'f', 1), (3, 1, 'p', 'short', 1.0, 'f', 2), (4, 2, 'p', repeat('q', 300), 1.0, 'f', 3),
    (5, 2, 'p', 'short', 1.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: length_cap {"analysis_id": "a"}
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 2 | [1] | '67% of the completions of these steps have the greatest length of the run, as a limit makes it: they lack their end, code in them may not parse, and lengths cannot rise further.'

-- case: equal short answers are no cap
-- given:
insert into made values
    (1, 1, 'p', repeat('a', 199), 1.0, 'f', 0), (2, 1, 'p', repeat('a', 199), 1.0, 'f', 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: length_cap {"analysis_id": "a"}
-- expect: none

-- case: the word of the trainer counts, not the length
-- given:
insert into made values
    (1, 1, 'p', repeat('ab', 150), 1.0, 'f', 0), (2, 1, 'p', repeat('xyz', 100), 1.0, 'f', 1), (3, 1, 'p', 'short', 1.0, 'f', 2), (4, 2, 'p', repeat('q', 300), 1.0, 'f', 3),
    (5, 2, 'p', 'short', 1.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = '{"finish_reason": "stop"}';
update rolloutdiff.rollout set extras = '{"finish_reason": "LENGTH"}' where rollout_id = 5;
-- run: length_cap {"analysis_id": "a"}
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 1 | [2] | '50% of the completions of these steps are cut off at the limit of their length: they lack their end, code in them may not parse, and lengths cannot rise further.'

-- case: a flag will do, below a quarter is nothing
-- given:
insert into made values
    (1, 1, 'p', repeat('ab', 150), 1.0, 'f', 0), (2, 1, 'p', repeat('xyz', 100), 1.0, 'f', 1), (3, 1, 'p', 'short', 1.0, 'f', 2), (4, 2, 'p', repeat('q', 300), 1.0, 'f', 3),
    (5, 2, 'p', 'short', 1.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = '{"is_truncated": false}';
update rolloutdiff.rollout set extras = '{"is_truncated": true}' where rollout_id = 2;
-- run: length_cap {"analysis_id": "a"}
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 1 | [1] | '33% of the completions of these steps are cut off at the limit of their length: they lack their end, code in them may not parse, and lengths cannot rise further.'

-- case: one of five
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'a', 1.0, 'f', 1), (3, 1, 'p', 'a', 1.0, 'f', 2), (4, 1, 'p', 'a', 1.0, 'f', 3), (5, 1, 'p', 'a', 1.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = json_object('truncated', rollout_id = 1);
-- run: length_cap {"analysis_id": "a"}
-- expect: none
