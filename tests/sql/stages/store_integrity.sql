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
-- run: store_integrity {"analysis_id": "a", "min_steps": 4}
-- call:
select run, code, severity, count, first_step, last_step, files from rolloutdiff.integrity order by code;
-- expect:
--   'it''s' | 'constant_reward' | 'warning' | 2 | 1 | 2 | NULL
--   'it''s' | 'missing_response' | 'note' | 2 | 2 | 3 | 2
--   'it''s' | 'rejected_rows' | 'warning' | 4 | NULL | NULL | 2
--   'it''s' | 'short_run' | 'warning' | 3 | 1 | 3 | 2
--   'it''s' | 'single_prompt' | 'warning' | 2 | 1 | 3 | NULL
--   'it''s' | 'unscored_reward' | 'note' | 2 | 2 | 3 | 2

-- case: a clean run has none, with exactly as many steps as are needed
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', '', 'text', 1.0, 'f', 0), (2, 'it''s', 2, '2', 'p', '', 'text', 0.0, 'f', 1), (3, 'it''s', 2, '3', 'q', '', 'text', 0.0, 'f', 2);
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 1, 0, 0, 0, 'trl');
insert into rolloutdiff.analysis_step values ('a', 'it''s', 1, 1, 2, 2);
-- run: store_integrity {"analysis_id": "a", "min_steps": 18}
-- call:
select count(*) from rolloutdiff.integrity;
-- expect:
--   0

-- case: token log-probabilities that cannot be compared, by reason, and figures beyond a line
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row, mismatch_fault) values
    (1, 'it''s', 1, '1', 'p', '', 'text', 1.0, 'f', 0, 'length'), (2, 'it''s', 2, '2', 'p', '', 'text', 0.0, 'f', 1, 'one_side'), (3, 'it''s', 2, '3', 'q', '', 'text', 0.0, 'g', 2, 'length');
insert into rolloutdiff.analysis_run values ('a', 'it''s', 3, 18, 1, 18, 2, 1, 0, 0, 0, 'trl');
insert into rolloutdiff.feature values (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0);
insert into rolloutdiff.series_point
select 'a', 1, 'it''s', x.step, 0.25, null, 1, 1, 1, null from (select unnest([1, 2, 3, 4, 7]) as step) as x;
-- run: store_integrity {"analysis_id": "a", "min_steps": 18}
-- call:
select code, severity, count, first_step, last_step, files, contains(message, '0.25') from rolloutdiff.integrity order by code;
-- expect:
--   'logprob_length' | 'warning' | 2 | 1 | 2 | 2 | false
--   'logprob_one_side' | 'warning' | 1 | 2 | 2 | 1 | false
--   'mismatch_kl' | 'warning' | 5 | 1 | 7 | NULL | true
--   'mismatch_offset_constant' | 'note' | 5 | 1 | 7 | NULL | true
