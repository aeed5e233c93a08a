-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, extras, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', null, null, null, 'f', 0), (2, 'r "1"', 1, '2', 'p', 'q', null, null, 'f', 1), (3, 's', 1, '3', 'p', null, null, null, 'g', 0);
insert into rolloutdiff.text_reference values (1, 1), (3, 3);

-- case: those of the runs are counted
-- run: left_out_texts {"runs": ["r \"1\""]}
-- expect:
--   1
-- run: left_out_texts {"runs": ["r \"1\"", "s"]}
-- expect:
--   2
-- run: left_out_texts {"runs": ["it's"]}
-- expect:
--   0
-- run: left_out_texts {"runs": []}
-- expect:
--   0
