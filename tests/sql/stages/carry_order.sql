-- given:
insert into rolloutdiff.feature values
    (1, 'it''s', 'lexical', 'binary', 'lex:a', 'share', 1, 3, 'vocabulary', 4),
    (2, 'it''s', 'ast', 'binary', 'ast:b', 'share', 1, 3, 'vocabulary', 7),
    (9, 'it''s', 'lexical', 'binary', 'lex:c', 'share', 1, 3, 'vocabulary', 7),
    (7, 'b', 'reward', 'continuous', 'reward:b', 'reward', 1, 3, 'fixed', 0);

-- case: in order of the step of admission, then of tier and name, with gaps
-- run: carry_order {"analysis_id": "it's"}
-- expect:
--   0

-- case: a feature that came late, of those that are known from the first step on
-- call:
insert into rolloutdiff.feature values (8, 'b', 'reward', 'continuous', 'reward:a', 'reward', 1, 3, 'fixed', 0);
-- run: carry_order {"analysis_id": "b"}
-- expect:
--   1
