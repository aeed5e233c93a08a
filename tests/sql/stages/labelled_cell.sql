-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (5, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 9, 'fixed', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (11, 'q', 1, '0', 'p', '', 'f', 0), (12, 'q', 1, '1', 'p', '', 'f', 1);
insert into rolloutdiff.feature_count values (1, 11, 1, 2), (1, 12, 1, 1), (5, 11, 1, 40);

-- case: counts of yes/no features by number of the row
-- run: labelled_cell {"analysis_id": "a"}
-- expect:
--   'lex:go' | 0 | 2
--   'lex:go' | 1 | 1

-- case: by name and number of the row; features of another analysis are left out
-- given:
insert into rolloutdiff.feature values
    (2, 'a', 'lexical', 'binary', 'lex:a', 'share', 1, 9, 'vocabulary', 0), (3, 'b', 'lexical', 'binary', 'lex:it''s', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (13, 'q', 1, '10', 'p', '', 'f', 2), (10, 'q', 1, '9', 'p', '', 'f', 3);
insert into rolloutdiff.feature_count values (3, 11, 1, 5), (1, 13, 1, 3), (1, 10, 1, 4), (2, 12, 1, 6);
-- run: labelled_cell {"analysis_id": "a"}
-- expect:
--   'lex:a' | 1 | 6
--   'lex:go' | 0 | 2
--   'lex:go' | 1 | 1
--   'lex:go' | 9 | 4
--   'lex:go' | 10 | 3
