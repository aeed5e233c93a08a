-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 2, 'q', 2, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 9), (2, 3, 2, 25);

-- case: every feature has a point in every step of the range
-- run: step_series {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 1}
-- run: step_series {"analysis_id": "a", "run": "it's", "first_step": 2, "last_step": 9}
-- call:
select * from rolloutdiff.series_point order by all;
-- expect:
--   'a' | 1 | 'it''s' | 1 | 0.5 | 0.5 | 2 | 2 | 1 | NULL
--   'a' | 1 | 'it''s' | 2 | 0.0 | NULL | 1 | 1 | 0 | NULL
--   'a' | 2 | 'it''s' | 1 | 0.0 | 0.0 | 2 | 2 | 0 | NULL
--   'a' | 2 | 'it''s' | 2 | 2.5 | NULL | 1 | 1 | 1 | NULL

-- case: figures of trainer and engine have a point where a completion has a value
-- call:
update rolloutdiff.feature set tier = 'mismatch', name = 'mismatch:kl', scale = 1 where feature_id = 2;
-- call:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, mismatch) values
    (1, 'it''s', 1, '1', 'p', '', 'f', 1, map {'kl': -0.5}), (2, 'it''s', 1, '2', 'q', '', 'f', 2, null), (3, 'it''s', 2, '3', 'q', '', 'f', 3, null);
-- run: step_series {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 2}
-- call:
select * from rolloutdiff.series_point as p where p.feature_id = 2;
-- expect:
--   'a' | 2 | 'it''s' | 1 | -0.5 | NULL | 1 | 1 | 0 | NULL
