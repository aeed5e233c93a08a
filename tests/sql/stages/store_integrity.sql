-- given:
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 2, 'p', 1, 0), ('a', 3, 'it''s', 2, 'q', 2, 1);
-- A fourth completion, of step 3, belongs to the first case alone.
create temp table run_rollout as select a.rollout_id, a.run, a.step, a.prompt_id from rolloutdiff.analysis_rollout as a;

-- case: every finding has its count and steps
-- given:
insert into run_rollout values (4, 'it''s', 3, 'p');
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', '', 'text', 1.0, 'f', 0), (2, 'it''s', 2, '2', 'p', '', null, 1.0, 'f', 1), (3, 'it''s', 2, '3', 'q', '', 'text', null, 'f', 2),
    (4, 'it''s', 3, '4', 'p', '', null, null, 'g', 0);
insert into rolloutdiff.analysis_run values ('a', 'it''s', 4, 3, 1, 3, 2, 2, 2, 4, 2, 'trl');
insert into rolloutdiff.analysis_step values ('a', 'it''s', 1, 1, 1, 1), ('a', 'it''s', 2, 2, 2, 2), ('a', 'it''s', 3, 3, 1, 1);
-- run: store_integrity {"analysis_id": "a", "min_steps": 4, "after": null}
-- call:
select run, code, severity, count, first_step, last_step, files from rolloutdiff.integrity order by code;
-- expect:
--   'it''s' | 'constant_reward' | 'warning' | 2 | 1 | 2 | 2
--   'it''s' | 'missing_response' | 'note' | 2 | 2 | 3 | 2
--   'it''s' | 'rejected_rows' | 'warning' | 4 | NULL | NULL | 2
--   'it''s' | 'short_run' | 'warning' | 3 | 1 | 3 | 2
--   'it''s' | 'single_prompt' | 'warning' | 2 | 1 | 3 | 2
--   'it''s' | 'unscored_reward' | 'note' | 2 | 2 | 3 | 2

-- case: a clean run has none, with exactly as many steps as are needed
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', '', 'text', 1.0, 'f', 0), (2, 'it''s', 2, '2', 'p', '', 'text', 0.0, 'f', 1), (3, 'it''s', 2, '3', 'q', '', 'text', 0.0, 'f', 2);
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 1, 0, 0, 0, 'trl');
insert into rolloutdiff.analysis_step values ('a', 'it''s', 1, 1, 2, 2);
-- run: store_integrity {"analysis_id": "a", "min_steps": 18, "after": null}
-- call:
select count(*) from rolloutdiff.integrity;
-- expect:
--   0

-- case: token log-probabilities that cannot be compared, by reason
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row, mismatch_fault) values
    (1, 'it''s', 1, '1', 'p', '', 'text', 1.0, 'f', 0, 'length'), (2, 'it''s', 2, '2', 'p', '', 'text', 0.0, 'f', 1, 'one_side'), (3, 'it''s', 2, '3', 'q', '', 'text', 0.0, 'g', 2, 'length');
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 1, 0, 0, 0, 'trl');
-- run: store_integrity {"analysis_id": "a", "min_steps": 18, "after": null}
-- call:
select code, severity, count, first_step, last_step, files from rolloutdiff.integrity order by code;
-- expect:
--   'logprob_length' | 'warning' | 2 | 1 | 2 | 2
--   'logprob_one_side' | 'warning' | 1 | 2 | 2 | 1

-- case: the files of a finding, and why rows were set aside, without their values
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', '', null, null, 'z', 0), (2, 'it''s', 2, '2', 'p', '', null, 0.0, 'f', 1), (3, 'it''s', 2, '3', 'q', '', 'text', null, 'f', 2);
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 2, 2, 7, 2, 'trl');
insert into rolloutdiff.analysis_file values ('a', 'it''s', 'f', null, null, 2, 7, 'trl'), ('a', 'it''s', 'z', null, null, 1, 0, 'trl'), ('a', 's', 'f', null, null, 1, 0, 'trl');
insert into rolloutdiff.rejected_row
select 'it''s', 'f', x, if(x < 6, 'score', null), 'secret', case when x < 3 then 'null' when x < 5 then 'text' when x < 6 then 'list' else 'no JSON' end
from range(7) as t(x);
insert into rolloutdiff.rejected_row values (null, 'f', 7, 'score', 'secret', 'null'), ('s', 'f', 8, 'score', 'secret', 'null'), ('it''s', 'other', 9, 'score', 'secret', 'null');
-- run: store_integrity {"analysis_id": "a", "min_steps": 18, "after": null}
-- call:
select code, files, file_names, if(code = 'rejected_rows', message, '') from rolloutdiff.integrity order by code;
-- expect:
--   'constant_reward' | 2 | ['f', 'z'] | ''
--   'missing_response' | 2 | ['f', 'z'] | ''
--   'rejected_rows' | 1 | ['f'] | 'Input rows set aside because a value could not be used: score null (4), score text (2), no JSON (1) and 1 more. They count nowhere; the table rejected_row names each of them.'
--   'unscored_reward' | 2 | ['f', 'z'] | ''

-- case: words of roles on lines of their own; a tagged result behind them tells the turns apart
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', '', 'a' || chr(10) || 'user' || chr(10) || 'again' || chr(10) || 'assistant' || chr(10) || 'b', 1.0, 'f', 0),
    (2, 'it''s', 2, '2', 'p', '', 'a' || chr(10) || 'user' || chr(10) || '<tool_response>x</tool_response>' || chr(10) || 'assistant' || chr(10) || 'b', 0.0, 'f', 1),
    (3, 'it''s', 2, '3', 'q', '', 'the user' || chr(10) || 'and an' || chr(10) || 'assistant', 0.0, 'g', 2);
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 1, 0, 0, 0, 'trl');
-- run: store_integrity {"analysis_id": "a", "min_steps": 18, "after": null}
-- call:
select code, severity, count, first_step, last_step, files from rolloutdiff.integrity order by code;
-- expect:
--   'turns_unmarked' | 'warning' | 1 | 1 | 1 | 1
-- given:
delete from rolloutdiff.integrity;
-- run: store_integrity {"analysis_id": "a", "min_steps": 18, "after": 1}
-- call:
select code from rolloutdiff.integrity;
-- expect: none
