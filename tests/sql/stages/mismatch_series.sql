-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 2, 'q', 2, 1);

-- case: figures of trainer and engine have a point where a completion has a value
-- call:
update rolloutdiff.feature set tier = 'mismatch', name = 'mismatch:kl', scale = 1 where feature_id = 2;
-- call:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, mismatch) values
    (1, 'it''s', 1, '1', 'p', '', 'f', 1, map {'kl': -0.5}), (2, 'it''s', 1, '2', 'q', '', 'f', 2, null), (3, 'it''s', 2, '3', 'q', '', 'f', 3, null);
-- run: mismatch_series {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 2, "first_feature": 0}
-- call:
select * from rolloutdiff.series_point as p where p.feature_id = 2;
-- expect:
--   'a' | 2 | 'it''s' | 1 | -0.5 | NULL | 1 | 1 | 0 | NULL
