-- case: nothing is there
-- run: extracted_count {"extractor": "x2"}
-- expect:
--   0 | 0

-- case: those of this extractor count
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (1, 'r', 4, 'a', 'q', '', 'f', 0), (2, 'r', 5, 'b', 'p', '', 'f', 1), (3, 'r', 5, 'c', 'p', '', 'f', 2);
insert into rolloutdiff.extraction values (1, 'x2', 'ok', null, [], []), (2, 'x1', 'ok', null, [], []);
-- run: extracted_count {"extractor": "x2"}
-- expect:
--   3 | 1
