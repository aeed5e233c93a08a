-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'it''s', repeat('x', 36), null, 'f', 0), (2, 'r', 1, '2', 'p', 'it''s', null, null, 'f', 1), (3, 'r', 1, '3', 'p', 'it''s', 'é', null, 'f', 2),
    (4, 's', 1, '4', 'p', 'it''s', 'x', null, 'f', 2);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 1, 'p', 1, 0), ('b', 4, 's', 1, 'p', 1, 0);

-- case: a row costs 64 bytes and its text in UTF-8
-- Texts begin at byte 0, 100 and 164; with prompts of four bytes at 0, 104 and 172.
-- run: custom_blocks {"analysis_id": "a", "block_bytes": 164, "with_prompt": false}
-- expect:
--   1 | 2
--   3 | 3
-- run: custom_blocks {"analysis_id": "a", "block_bytes": 173, "with_prompt": true}
-- expect:
--   1 | 3
-- run: custom_blocks {"analysis_id": "c", "block_bytes": 173, "with_prompt": true}
-- expect: none
