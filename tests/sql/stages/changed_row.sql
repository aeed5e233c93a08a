-- given:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split, reward_parts, extras,
    source_file, source_row
) values
    (1, 'r "1"', 1, 'f:0', 'id', 'it''s', 'text', 1.0, null, null, map {'a': 1.0}, '{"k": 1}', 'f', 0);
-- given: create_staging
insert into staged_row values ('f', 0, 'r "1"', 1, null, 'id', 'it''s', 'text', 1.0, null, null, map {'a': 1.0}, '{"k": 1}', null, null, null);

-- case: the same row again is no change, whatever else is staged
-- call:
insert into staged_row values ('f', 1, 'r "1"', 2, null, null, 'new', null, null, null, null, null, null, null, null, null);
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
