-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', 'it''s', 'text', 1.0, 'f', 0), (2, 'r "1"', 1, '2', 'p', 'it''s', null, null, 'f', 1);

-- The hash of a row is the MD5 of its fields joined by chr(31), read as a little-endian number; rows are joined by xor.

-- case: rows in any order and of any number have one hash
-- run: input_hash {"runs": ["r \"1\"", "s"]}
-- expect:
--   2 | '279494364811160238042288000402168338440'
-- call:
update rolloutdiff.rollout set rollout_id = 9 - rollout_id;
-- run: input_hash {"runs": ["r \"1\""]}
-- expect:
--   2 | '279494364811160238042288000402168338440'
-- call:
delete from rolloutdiff.rollout where sample_id = '2';
-- run: input_hash {"runs": ["r \"1\""]}
-- expect:
--   1 | '257369022493334821178388256512319265136'

-- case: without rows it is zero, of full width
-- run: input_hash {"runs": ["s"]}
-- expect:
--   0 | '                               0'

-- case: slice, gold and log-probabilities belong to it, each by its name
-- call:
delete from rolloutdiff.rollout where sample_id = '2';
-- call:
update rolloutdiff.rollout set slice = 'it''s', gold = 0.5, ref_logprob = -2.0;
-- run: input_hash {"runs": ["r \"1\""]}
-- expect:
--   1 | '225465977527067908520048447504938871870'
-- call:
update rolloutdiff.rollout set gold = null, logprob = 0.5, ref_logprob = null, target_logprob = -2.0;
-- run: input_hash {"runs": ["r \"1\""]}
-- expect:
--   1 | '57159948988607487807384866879635725221'
