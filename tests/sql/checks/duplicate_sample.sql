-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (3, 'r "1"', 1, 'it''s', 'p', '', 'f1', 5),
    (2, 's', 1, 'it''s', 'p', '', 'f2', 0);

-- case: one name in two runs
-- run: duplicate_sample {"runs": ["r \"1\"", "s"], "after": null}
-- expect: none

-- case: one name twice in a run, the first loaded first
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (1, 'r "1"', 2, 'it''s', 'p', '', 'f9', 7);
-- run: duplicate_sample {"runs": ["r \"1\"", "s"], "after": null}
-- expect:
--   'r "1"' | 'it''s' | 'f9' | 7 | 'f1' | 5
-- run: duplicate_sample {"runs": ["s"], "after": null}
-- expect: none
-- run: duplicate_sample {"runs": [], "after": null}
-- expect: none
-- run: duplicate_sample {"runs": ["r \"1\""], "after": 2}
-- expect:
--   'r "1"' | 'it''s' | 'f9' | 7 | 'f1' | 5
-- run: duplicate_sample {"runs": ["r \"1\""], "after": 3}
-- expect: none
