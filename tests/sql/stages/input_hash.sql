-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', 'it''s', 'text', 1.0, 'f', 0), (2, 'r "1"', 1, '2', 'p', 'it''s', null, null, 'f', 1);

-- The hash of a row is the MD5 of its fields joined by chr(31), read as a little-endian number; rows are joined by xor.

-- case: rows in any order and of any number have one hash
-- run: input_hash {"runs": ["r \"1\"", "s"], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   2 | '279494364811160238042288000402168338440' | 2
-- call:
update rolloutdiff.rollout set rollout_id = 9 - rollout_id;
-- run: input_hash {"runs": ["r \"1\""], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   2 | '279494364811160238042288000402168338440' | 8
-- call:
delete from rolloutdiff.rollout where sample_id = '2';
-- run: input_hash {"runs": ["r \"1\""], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   1 | '257369022493334821178388256512319265136' | 8

-- case: without rows it is zero, of full width
-- run: input_hash {"runs": ["s"], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   0 | '                               0' | -1

-- case: slice, gold and log-probabilities belong to it, each by its name
-- call:
delete from rolloutdiff.rollout where sample_id = '2';
-- call:
update rolloutdiff.rollout set slice = 'it''s', gold = 0.5, ref_logprob = -2.0;
-- run: input_hash {"runs": ["r \"1\""], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   1 | '225465977527067908520048447504938871870' | 1
-- call:
update rolloutdiff.rollout set gold = null, logprob = 0.5, ref_logprob = null, target_logprob = -2.0;
-- run: input_hash {"runs": ["r \"1\""], "after": -1, "rows": 0, "known": "0"}
-- expect:
--   1 | '57159948988607487807384866879635725221' | 1

-- case: rollouts that came later are added to what is known
-- run: input_hash {"runs": ["r \"1\""], "after": 1, "rows": 1, "known": "257369022493334821178388256512319265136"}
-- expect:
--   2 | '279494364811160238042288000402168338440' | 2
-- run: input_hash {"runs": ["r \"1\""], "after": 2, "rows": 2, "known": "        279494364811160238042288000402168338440"}
-- expect:
--   2 | '279494364811160238042288000402168338440' | 2
