-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 2, 'q', 2, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 9), (2, 3, 2, 25);

-- case: every feature has a point in every step of the range
-- run: step_series {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 1, "first_feature": 0}
-- run: step_series {"analysis_id": "a", "run": "it's", "first_step": 2, "last_step": 9, "first_feature": 0}
-- call:
select * from rolloutdiff.series_point order by all;
-- expect:
--   'a' | 1 | 'it''s' | 1 | 0.5 | 0.5 | 2 | 2 | 1 | NULL
--   'a' | 1 | 'it''s' | 2 | 0.0 | NULL | 1 | 1 | 0 | NULL
--   'a' | 2 | 'it''s' | 1 | 0.0 | 0.0 | 2 | 2 | 0 | NULL
--   'a' | 2 | 'it''s' | 2 | 2.5 | NULL | 1 | 1 | 1 | NULL
