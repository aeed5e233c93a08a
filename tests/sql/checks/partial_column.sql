-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: columns with the same gaps stand together, a null part is none
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'p', 'a', 1.0, 'f', 2);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = '{"acc": 1, "it''s": "null"}', slice = 's' where step <> 2;
update rolloutdiff.rollout set reward_parts = map {'m': if(step = 3, 0.5, null), 'n': 1.0}, group_id = 'g';
-- given: store_coverage {"analysis_id": "a", "earlier": null, "after": null}
-- run: partial_column {"analysis_id": "a"}
-- expect:
--   'it''s' | 'partial_column' | 'note' | 2 | [1, 2] | 'Column m: no value in 2 of 3 steps. An edge of it is a change of the dump, not of behaviour.'
--   'it''s' | 'partial_column' | 'note' | 1 | [2] | 'Columns acc, it''s, slice: no value in 1 of 3 steps. An edge of it is a change of the dump, not of behaviour.'

-- case: more than five are counted
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 2, 'p', 'a', 1.0, 'f', 1), (3, 3, 'p', 'a', 1.0, 'f', 2);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = '{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}' where step = 1;
-- given: store_coverage {"analysis_id": "a", "earlier": null, "after": null}
-- run: partial_column {"analysis_id": "a"}
-- expect:
--   'it''s' | 'partial_column' | 'note' | 2 | [2, 3] | 'Columns a, b, c, d, e and 2 more: no value in 2 of 3 steps. An edge of it is a change of the dump, not of behaviour.'

-- case: a column that some rows of a step have is no matter of the dump
-- given:
insert into made values
    (1, 1, 'p', 'a', 1.0, 'f', 0), (2, 1, 'p', 'b', 1.0, 'f', 1), (3, 2, 'p', 'a', 1.0, 'f', 2);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
insert into rolloutdiff.analysis_rollout select 'a', m.id, 'it''s', m.step, m.prompt_id, 1, 0 from made as m;
insert into rolloutdiff.analysis_step
select 'a', 'it''s', m.step, dense_rank() over (order by m.step), count(distinct m.prompt_id), count(*) from made as m group by m.step;
update rolloutdiff.rollout set extras = '{"tool": 1}' where rollout_id = 1;
-- given: store_coverage {"analysis_id": "a", "earlier": null, "after": null}
-- run: partial_column {"analysis_id": "a"}
-- expect: none
