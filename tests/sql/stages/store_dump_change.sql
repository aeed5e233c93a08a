-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a token that all completions have from step 3 on
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:special:<|im_end|>', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.mean, null, 1, 100, (100 * x.mean)::bigint, null from (select unnest([3, 4]) as step, unnest([1.0, 0.96]) as mean) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'completions' | '<|im_end|>' | 1

-- case: one that all lack from step 2 on
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:special:</s>', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.mean, null, 1, 100, (100 * x.mean)::bigint, null from (select unnest([1, 2, 3, 4]) as step, unnest([1.0, 0.0, 0.05, 0.0]) as mean) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 2 | 'completions' | '</s>' | 1

-- case: a rise over steps is behaviour
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:special:</s>', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.mean, null, 1, 100, (100 * x.mean)::bigint, null from (select unnest([1, 2, 3, 4]) as step, unnest([0.0, 0.5, 1.0, 1.0]) as mean) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect: none

-- case: one that comes and goes up to three times
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:special:</s>', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.mean, null, 1, 100, (100 * x.mean)::bigint, null from (select unnest([1, 2, 3, 4]) as step, unnest([0.0, 1.0, 0.0, 1.0]) as mean) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 2 | 'completions' | '</s>' | 1
--   'it''s' | 3 | 'completions' | '</s>' | 1
--   'it''s' | 4 | 'completions' | '</s>' | 1

-- case: always there
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:special:</s>', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.mean, null, 1, 100, (100 * x.mean)::bigint, null from (select unnest([1, 2, 3, 4]) as step, unnest([1.0, 1.0, 1.0, 1.0]) as mean) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect: none

-- case: the template of prompts changes
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set prompt = '<|user|>it<|end|>' where prompt_id = 'q';
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'prompts' | '<|end|>' | NULL
--   'it''s' | 3 | 'prompts' | '<|user|>' | NULL

-- case: a token that no completion had and most have, but for those that were cut off
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'continuous', 'shape:special:</s>', '', 1, 1, 'fixed', 0), (2, 'a', 'shape', 'continuous', 'shape:special_tokens', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([0, 0, 70, 60]) as hits) as x;
insert into rolloutdiff.series_point select 'a', 2, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([0, 0, 70, 60]) as hits) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'completions' | '</s>' | 1
--   'it''s' | 3 | 'completions' | 'any' | 2

-- case: most have it after some had it, which may be learnt
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'continuous', 'shape:special:</s>', '', 1, 1, 'fixed', 0), (2, 'a', 'shape', 'continuous', 'shape:special_tokens', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([3, 0, 70, 60]) as hits) as x;
insert into rolloutdiff.series_point select 'a', 2, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([3, 0, 70, 60]) as hits) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect: none

-- case: the number of all tokens changes with one of them, though there are always some
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'continuous', 'shape:special:</s>', '', 1, 1, 'fixed', 0), (2, 'a', 'shape', 'continuous', 'shape:special_tokens', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([0, 0, 98, 100]) as hits) as x;
insert into rolloutdiff.series_point select 'a', 2, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([100, 100, 100, 100]) as hits) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'completions' | '</s>' | 1
--   'it''s' | 3 | 'completions' | 'any' | 2

-- case: tokens without a series of their own
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'continuous', 'shape:chars', '', 1, 1, 'fixed', 0), (2, 'a', 'shape', 'continuous', 'shape:special_tokens', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 2, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([0, 0, 100, 100]) as hits) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'completions' | 'any' | 2

-- case: the last line of all prompts becomes another one
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row)
select 10 * s + i, 'r', s, (10 * s + i)::varchar, if(s > 4, 'q', 'p') || i, 'It''s ' || i || chr(10) || if(s > 4, '<think>', 'assistant'), 'x', 'f', 10 * s + i from range(1, 7) as t(s), range(2) as u(i);
insert into rolloutdiff.analysis_rollout select 'a', r.rollout_id, r.run, r.step, r.prompt_id, 1, 0 from rolloutdiff.rollout as r;
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 2, 2 from range(1, 7) as t(s);
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'r' | 5 | 'prompts' | 'last line' | NULL

-- case: a line that differs among the prompts of a step is no template
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row)
select 10 * s + i, 'r', s, (10 * s + i)::varchar, if(s > 4, 'q', 'p') || i, if(s > 4, 'Task ', 'Question ') || i, 'x', 'f', 10 * s + i from range(1, 7) as t(s), range(2) as u(i);
insert into rolloutdiff.analysis_rollout select 'a', r.rollout_id, r.run, r.step, r.prompt_id, 1, 0 from rolloutdiff.rollout as r;
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 2, 2 from range(1, 7) as t(s);
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect: none

-- case: lines that change at every step are questions
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row)
select 10 * s + i, 'r', s, (10 * s + i)::varchar, 'p' || s || '-' || i, 'Question ' || s || chr(10) || i, 'x', 'f', 10 * s + i from range(1, 7) as t(s), range(2) as u(i);
insert into rolloutdiff.analysis_rollout select 'a', r.rollout_id, r.run, r.step, r.prompt_id, 1, 0 from rolloutdiff.rollout as r;
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 2, 2 from range(1, 7) as t(s);
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect: none

-- case: prompts that open a thinking block from step 3 on
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'q', 'a', 1.0, 'f', 2), (4, 4, 'q', 'a', 1.0, 'f', 3);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.feature values (1, 'a', 'shape', 'binary', 'shape:think_opened_by_prompt', '', 1, 1, 'fixed', 0), (2, 'a', 'shape', 'continuous', 'shape:special_tokens', '', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point select 'a', 1, 'it''s', x.step, x.hits, null, 1, 100, x.hits, null from (select unnest([1, 2, 3, 4]) as step, unnest([0, 0, 100, 100]) as hits) as x;
-- run: store_dump_change {"analysis_id": "a"}
-- call:
select run, step, place, sign, feature_id from rolloutdiff.dump_change order by all;
-- expect:
--   'it''s' | 3 | 'prompts' | 'open thinking tag' | 1
