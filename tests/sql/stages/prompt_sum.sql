-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.feature values (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'p', 1, 0), ('a', 3, 'it''s', 2, 'p', 1, 0), ('a', 4, 'it''s', 3, 'p', 1, 0), ('a', 5, 's', 1, 'p', 1, 0);
insert into rolloutdiff.feature_count values (1, 1, 1, 7), (1, 2, 1, 3), (1, 3, 2, 1), (2, 1, 1, 7), (2, 4, 3, 5), (3, 1, 1, 1), (1, 5, 1, 1);
-- given: prompt_start

-- case: by feature, prompt and group size; presence counts one; a later range is added
-- run: prompt_sum {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 2, "first_feature": 0}
-- run: prompt_sum {"analysis_id": "a", "run": "it's", "first_step": 3, "last_step": 9, "first_feature": 0}
-- call:
select * from prompt_total order by all;
-- expect:
--   1 | 1 | 1 | 1
--   1 | 1 | 2 | 2
--   2 | 1 | 1 | 5
--   2 | 1 | 2 | 7
