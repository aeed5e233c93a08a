-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
-- given: prompt_start
insert into prompt_total values (1, 1, 4, 2), (1, 1, 2, 1), (1, 2, 1, 3), (2, 1, 4, 30), (3, 1, 1, 1);

-- case: totals over their group sizes, over the scale of the feature
-- run: prompt_level {"first_feature": 1, "last_feature": 2}
-- expect:
--   1 | 1 | 1.0
--   1 | 2 | 3.0
--   2 | 1 | 0.75
-- run: prompt_level {"first_feature": 2, "last_feature": 9}
-- expect:
--   2 | 1 | 0.75
