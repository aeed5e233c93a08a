-- given:
insert into rolloutdiff.feature values (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 1, 'q', 2, 1), ('a', 4, 'r', 2, 'q', 2, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 5), (1, 4, 2, 1);
-- given: create_half_series

-- case: each half has the steps that its prompts are in
-- run: half_series {"analysis_id": "a", "run": "r", "first_step": 1, "last_step": 2, "first_feature": 0}
-- call:
select * from half_point order by all;
-- expect:
--   'r' | 0 | 1 | 1 | 0.5 | NULL | 1 | 2 | 1 | 0.7071067811865476
--   'r' | 1 | 1 | 1 | 0.0 | NULL | 1 | 1 | 0 | NULL
--   'r' | 1 | 1 | 2 | 1.0 | NULL | 1 | 1 | 1 | NULL
