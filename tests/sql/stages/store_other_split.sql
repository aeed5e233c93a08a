-- given:
-- Completions of one run; each case says which.
create temp table made (id bigint, step bigint, prompt_id varchar, response varchar, reward double, file varchar, place bigint);

-- case: a step of a held-out prompt with twice the completions
-- given:
insert into made select 100 * s + i, s, 'p' || (i % 2), 'x', 0.0, 'f', i from range(1, 5) as t(s), range(4) as u(i) where s <> 3;
insert into made select 900 + i, 3, 'held', 'x', 0.0, 'f', i from range(8) as t(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": true}
-- call:
select * from rolloutdiff.other_split_step order by step;
-- expect:
--   'a' | 'it''s' | 3 | 1 | 8 | true

-- case: the same step with the prompts of the others is a larger step
-- given:
insert into made select 100 * s + i, s, 'p' || (i % 2), 'x', 0.0, 'f', i from range(1, 5) as t(s), range(4) as u(i) where s <> 3;
insert into made select 900 + i, 3, 'p' || (i % 2), 'x', 0.0, 'f', i from range(8) as t(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": true}
-- call:
select * from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: another prompt with the usual number of completions may be chance
-- given:
insert into made select 100 * s + i, s, 'p' || (i % 2), 'x', 0.0, 'f', i from range(1, 5) as t(s), range(4) as u(i) where s <> 3;
insert into made select 900 + i, 3, 'q' || (i % 2), 'x', 0.0, 'f', i from range(4) as t(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": true}
-- call:
select * from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: where no prompt ever comes again a small step tells nothing
-- given:
insert into made select 100 * s + i, s, 'p' || s || '-' || (i % 2), 'x', 0.0, 'f', i from range(1, 6) as t(s), range(if(s = 3, 2, 4)) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": true}
-- call:
select * from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: fresh prompts, with an evaluation of one held-out set at every third step
-- given:
insert into made select 100 * s + i, s, if(s % 3 = 0, 'held', 'p' || s || '-' || (i % 2)), 'x', 0.0, 'f', i from range(1, 8) as t(s), range(4) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": true}
-- call:
select * from rolloutdiff.other_split_step order by step;
-- expect:
--   'a' | 'it''s' | 3 | 1 | 4 | true
--   'a' | 'it''s' | 6 | 1 | 4 | true

-- case: an evaluation of the usual size, its prompts the same at every fourth step and those of training never
-- given:
insert into made select 100 * s + i, s, if(s % 4 = 0, 'held' || (i % 2), 'p' || s || '-' || (i % 2)), 'x', 0.0, 'f', i from range(1, 14) as t(s), range(4) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect:
--   4 | 2 | 4 | false
--   8 | 2 | 4 | false
--   12 | 2 | 4 | false

-- case: batches in a fixed order come again just so, and are no evaluation
-- given:
insert into made select 100 * s + i, s, 'p' || (s % 4) || '-' || (i % 2), 'x', 0.0, 'f', i from range(1, 14) as t(s), range(4) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: the second half of a run with other prompts and larger groups is a change of training
-- given:
insert into made select 100 * s + i, s, if(s > 6, 'q', 'p') || (i % 2), 'x', 0.0, 'f', i from range(1, 11) as t(s), range(if(s > 6, 8, 4)) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: a small step with a prompt of its own may be chance where prompts seldom come again
-- given:
insert into made select 100 * s + i, s, if(s % 2 = 0, 'p' || (s + i) % 7, 'p' || s || '-' || i), 'x', 0.0, 'f', i from range(1, 11) as t(s), range(if(s = 5, 1, 4)) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect: none

-- case: every second step is an evaluation of one large set
-- given:
insert into made select 100 * s + i, s, if(s % 2 = 0, 'held' || i, 'p' || s || '-' || (i // 4)), 'x', 0.0, 'f', i from range(1, 9) as t(s), range(if(s % 2 = 0, 40, 8)) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect:
--   2 | 40 | 40 | false
--   4 | 40 | 40 | false
--   6 | 40 | 40 | false
--   8 | 40 | 40 | false

-- case: every second step is an evaluation of one small set
-- given:
insert into made select 100 * s + i, s, if(s % 2 = 0, 'held' || i, 'p' || s || '-' || (i // 4)), 'x', 0.0, 'f', i from range(1, 9) as t(s), range(if(s % 2 = 0, 2, 8)) as u(i);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select m.id, 'it''s', m.step, m.id::varchar, m.prompt_id, m.prompt_id, m.response, m.reward, m.file, m.place from made as m;
-- run: store_other_split {"analysis_id": "a", "runs": ["it's"], "unscored": "keep", "left_out": false}
-- call:
select step, prompts, samples, left_out from rolloutdiff.other_split_step order by step;
-- expect:
--   2 | 2 | 2 | false
--   4 | 2 | 2 | false
--   6 | 2 | 2 | false
--   8 | 2 | 2 | false
