-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: steps 2 and 3 were rewritten, 4 and 5 are left
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f1', 0), (2, 2, 'p', 'a', 1.0, 'f2', 0), (3, 3, 'p', 'a', 1.0, 'f3', 0), (4, 4, 'p', 'a', 1.0, 'f4', 0), (5, 5, 'p', 'a', 1.0, 'f5', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.ingest select 'it''s', 'f' || (i + 1), 'x', 1, t::bigint * 1000000000, 1, 0, 'trl', '', '' from (select unnest(range(5)) as i, unnest([100, 300, 400, 200, 250]) as t);
-- run: stale_file {"analysis_id": "a"}
-- expect:
--   'it''s' | 'stale_file' | 'warning' | 2 | [4, 5] | 'Files of these steps are older than those of the steps before them: a resumed run has rewritten the earlier ones only, and these are left from before. Remove them, or a change here is one between two attempts.'

-- case: in order of time
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f1', 0), (2, 2, 'p', 'a', 1.0, 'f2', 0), (3, 3, 'p', 'a', 1.0, 'f3', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.ingest select 'it''s', 'f' || (i + 1), 'x', 1, t::bigint * 1000000000, 1, 0, 'trl', '', '' from (select unnest(range(3)) as i, unnest([100, 200, 300]) as t);
-- run: stale_file {"analysis_id": "a"}
-- expect: none

-- case: a copy that lost its times falls by seconds
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f1', 0), (2, 2, 'p', 'a', 1.0, 'f2', 0), (3, 3, 'p', 'a', 1.0, 'f3', 0), (4, 4, 'p', 'a', 1.0, 'f4', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.ingest select 'it''s', 'f' || (i + 1), 'x', 1, t::bigint * 1000000000, 1, 0, 'trl', '', '' from (select unnest(range(4)) as i, unnest([100, 130, 110, 140]) as t);
-- run: stale_file {"analysis_id": "a"}
-- expect: none

-- case: a copy that lost its times falls at several places
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f1', 0), (2, 2, 'p', 'a', 1.0, 'f2', 0), (3, 3, 'p', 'a', 1.0, 'f3', 0), (4, 4, 'p', 'a', 1.0, 'f4', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.ingest select 'it''s', 'f' || (i + 1), 'x', 1, t::bigint * 1000000000, 1, 0, 'trl', '', '' from (select unnest(range(4)) as i, unnest([500, 100, 700, 200]) as t);
-- run: stale_file {"analysis_id": "a"}
-- expect: none

-- case: a table has no time
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f1', 0), (2, 2, 'p', 'a', 1.0, 'f2', 0), (3, 3, 'p', 'a', 1.0, 'f3', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
insert into rolloutdiff.ingest select 'it''s', 'f' || (i + 1), 'x', 1, t::bigint * 1000000000, 1, 0, 'trl', '', '' from (select unnest(range(3)) as i, unnest([100, 300, 200]) as t);
update rolloutdiff.ingest set modified_ns = null;
-- run: stale_file {"analysis_id": "a"}
-- expect: none
