-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (1, 'r "1"', 1, 'a', 'it''s', 'one', 'f1', 0),
    (2, 'r "1"', 1, 'b', 'it''s', 'one', 'f1', 1),
    (3, 's', 1, 'c', 'it''s', 'another', 'f2', 0);

-- case: one prompt under one id, and another in another run
-- run: ambiguous_prompt {"runs": ["r \"1\"", "s"]}
-- expect: none

-- case: two prompts under one id of a run
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (4, 'r "1"', 2, 'd', 'it''s', 'two', 'f3', 7), (5, 'r "1"', 2, 'e', 'z', 'x', 'f3', 8), (6, 'r "1"', 2, 'f', 'z', 'y', 'f3', 9);
-- run: ambiguous_prompt {"runs": ["r \"1\""]}
-- expect:
--   'r "1"' | 'it''s' | 'f1' | 0 | 'f3' | 7
-- run: ambiguous_prompt {"runs": ["s"]}
-- expect: none
