-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a pool has none
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'q', 'a', 1.0, 'f', 1), (3, 3, 'p', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect: none

-- case: some prompts come once
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'q', 'a', 1.0, 'f', 1), (3, 3, 'p', 'a', 1.0, 'f', 2), (4, 3, 'p', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect:
--   'it''s' | 'lone_prompt' | 'note' | 1 | [2] | 'Prompts come in one step only, of 2: comparisons on the same prompts leave them out.'

-- case: every prompt is new
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'o', 'a', 1.0, 'f', 1), (3, 2, 'q', 'a', 1.0, 'f', 2), (4, 3, 'r', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect:
--   'it''s' | 'fresh_prompts' | 'note' | 4 | [1, 2, 3] | 'No prompt comes in a second step: a change of behaviour cannot be compared on the same prompts, and a change of the mix of prompts looks like one.'

-- case: one step has nothing to come again in
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'o', 'a', 1.0, 'f', 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect: none

-- case: another pool from step 3 on
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect:
--   'it''s' | 'prompts_exchanged' | 'warning' | 1 | [3] | 'From these steps on no earlier prompt comes again: a change of behaviour that begins there may be one of the prompts.'

-- case: one prompt of the old pool comes again
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3), (5, 5, 'p', 'a', 1.0, 'f', 4);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
-- run: lone_prompt {"analysis_id": "a"}
-- expect: none
