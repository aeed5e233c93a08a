-- given: create_staging
insert into staged_row (source_file, source_row, run, step, sample_id, prompt_id, prompt, response, reward, reject_column, reject_value, reject_reason) values
    ('it''s', 0, 'r', 1, null, null, 'hi', null, 'nan', null, null, null),
    ('it''s', 1, 'r', 1, 's', 'p', 'hi', 'text', 0.5, null, null, null),
    ('it''s', 2, null, null, null, null, null, null, null, 'step', 'x', 'no number');
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (7, 'q', 1, 'x', 'p', 'q', 'a', 1.0, 'f', 0), (2, 'q', 1, 'y', 'p', 'q', 'a', 1.0, 'f', 1);

-- case: good rows are numbered on, the others set aside, the stage is empty
-- run: store_staged
-- call:
select rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row from rolloutdiff.rollout where run = 'r' order by all;
-- expect:
--   8 | 'r' | 1 | 'it''s:0' | '8f434346648f6b96df89dda901c5176b' | 'hi' | NULL | NULL | 'it''s' | 0
--   9 | 'r' | 1 | 's' | 'p' | 'hi' | 'text' | 0.5 | 'it''s' | 1
-- call:
select * from rolloutdiff.rejected_row;
-- expect:
--   NULL | 'it''s' | 2 | 'step' | 'x' | 'no number'
-- call:
select count(*) from staged_row;
-- expect:
--   0

-- case: a row that is good must have a run
-- call:
update staged_row set run = null;
-- run: store_staged
-- fails: NOT NULL constraint failed: rollout\.run

-- case: slice, gold and log-probabilities are kept where the source has them
-- call:
update staged_row set group_id = 'g', split = 'train', slice = 'it''s', gold = 0.25, logprob = -1.0, ref_logprob = -2.0, target_logprob = -3.0 where source_row = 1;
-- run: store_staged
-- call:
select r.group_id, r.split, r.slice, r.gold, r.logprob, r.ref_logprob, r.target_logprob from rolloutdiff.rollout as r where r.run = 'r' order by r.source_row;
-- expect:
--   NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'g' | 'train' | 'it''s' | 0.25 | -1.0 | -2.0 | -3.0

-- case: the first row of a warehouse is number 1; rows set aside stand in order of the source
-- call:
delete from rolloutdiff.rollout;
-- call:
insert into staged_row (source_file, source_row, reject_column, reject_value, reject_reason) values
    ('a', 9, 'step', 'z', 'no number'), ('it''s', 1, 'step', 'y', 'no number');
-- run: store_staged
-- call:
select r.rollout_id from rolloutdiff.rollout as r order by r.rollout_id;
-- expect:
--   1
--   2
-- call:
select x.source_file, x.source_row from rolloutdiff.rejected_row as x;
-- expect:
--   'a' | 9
--   'it''s' | 1
--   'it''s' | 2

-- case: figures of trainer and engine are kept, the lists are not; what cannot be compared has its reason
-- call:
update staged_row set train_logprobs = [-1.0, -1.0], rollout_logprobs = [-1.0, -1.0] where source_row = 1;
-- call:
update staged_row set train_logprobs = [-1.0], rollout_logprobs = null, diff_mean = 0.5 where source_row = 0;
-- run: store_staged
-- call:
select r.mismatch['k3_kl'], r.mismatch['is_ess'], r.mismatch['prob_diff_mean'], r.mismatch_fault from rolloutdiff.rollout as r where r.run = 'r' order by r.source_row;
-- expect:
--   NULL | NULL | 0.5 | 'one_side'
--   0.0 | 1.0 | 0.0 | NULL
