-- given:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split, reward_parts, extras,
    source_file, source_row
) values
    (1, 'r "1"', 1, 'f:0', 'id', 'it''s', 'text', 1.0, null, null, map {'a': 1.0}, '{"k": 1}', 'f', 0);
-- given: create_staging
insert into staged_row (
    source_file, source_row, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split, reward_parts, extras,
    reject_column, reject_value, reject_reason
) values
    ('f', 0, 'r "1"', 1, null, 'id', 'it''s', 'text', 1.0, null, null, map {'a': 1.0}, '{"k": 1}', null, null, null);

-- case: the same row again is no change, whatever else is staged
-- call:
insert into staged_row (
    source_file, source_row, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split, reward_parts, extras,
    reject_column, reject_value, reject_reason
) values
    ('f', 1, 'r "1"', 2, null, null, 'new', null, null, null, null, null, null, null, null, null);
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none

-- case: another content is named, a value that appeared among them
-- call:
update staged_row set group_id = 'g';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- run: changed_row {"runs": ["r \"1\""], "files": ["g"]}
-- expect: none
-- run: changed_row {"runs": ["s"], "files": ["f"]}
-- expect: none

-- case: a reward that is no number is none
-- call:
update rolloutdiff.rollout set reward = null;
-- call:
update staged_row set reward = 'nan';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none

-- case: a row that is gone, or set aside, is named
-- call:
update staged_row set reject_reason = 'bad';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | true

-- case: slice, gold and log-probabilities are content, and equal where they are equal
-- call:
update staged_row set slice = 'it''s', gold = 1.0, logprob = -1.0, ref_logprob = -2.0, target_logprob = -3.0;
-- call:
update rolloutdiff.rollout set slice = 'it''s', gold = 1.0, logprob = -1.0, ref_logprob = -2.0, target_logprob = -3.0;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none
-- call:
update staged_row set slice = 'its';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set slice = 'it''s';
-- call:
update staged_row set gold = null;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set gold = 1.0;
-- call:
update staged_row set logprob = -1.5;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set logprob = -1.0;
-- call:
update staged_row set ref_logprob = null;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set ref_logprob = -2.0;
-- call:
update staged_row set target_logprob = -2.0;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set target_logprob = -3.0;

-- case: of several the first is named, by run, file and row; the same place of another run or file is no match
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (2, 's', 1, 'x', 'id', 'q', 'f', 0), (3, 'r "1"', 1, 'y', 'id', 'q', 'g', 0), (4, 'r "1"', 1, 'z', 'id', 'q', 'f', 10),
    (5, 'r "1"', 1, 'w', 'id', 'q', 'f', 9);
-- run: changed_row {"runs": ["r \"1\"", "s"], "files": ["f", "g"]}
-- expect:
--   'r "1"' | 'f' | 9 | true
-- run: changed_row {"runs": ["s"], "files": ["f"]}
-- expect:
--   's' | 'f' | 0 | true
-- run: changed_row {"runs": ["r \"1\""], "files": ["g"]}
-- expect:
--   'r "1"' | 'g' | 0 | true

-- case: figures of trainer and engine, measured or taken from the lists, and why there are none
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none
-- call:
update staged_row set diff_mean = 0.5;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set diff_valid = 0.0;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none
-- call:
update staged_row set train_logprobs = [-1.0], rollout_logprobs = [-1.0];
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set rollout_logprobs = null;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update rolloutdiff.rollout set mismatch_fault = 'one_side';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none

-- case: a text that is left in the dump is compared by its hash, other columns of the dump with it
-- call:
insert into rolloutdiff.text_reference select r.rollout_id, rolloutdiff.text_hash_v1(r.prompt, r.response, r.extras::varchar) from rolloutdiff.rollout as r;
-- call:
update rolloutdiff.rollout set prompt = null, response = null, extras = null;
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect: none
-- call:
update staged_row set response = 'texts';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
-- call:
update staged_row set response = 'text', extras = '{"k": 2}';
-- run: changed_row {"runs": ["r \"1\""], "files": ["f"]}
-- expect:
--   'r "1"' | 'f' | 0 | false
