-- given:
insert into rolloutdiff.feature values
    (1, 'b', 'ast', 'binary', 'ast:old', 'share', 1, 3, 'vocabulary', 0),
    (2, 'b', 'lexical', 'binary', 'lex:old', 'share', 1, 3, 'vocabulary', 0),
    (1, 'a', 'ast', 'binary', 'ast:old', 'share', 1, 3, 'vocabulary', 0),
    (12, 'a', 'ast', 'binary', 'ast:it''s', 'share', 1, 3, 'vocabulary', 9),
    (2, 'a', 'lexical', 'binary', 'lex:old', 'share', 1, 3, 'vocabulary', 0),
    (14, 'a', 'lexical', 'binary', 'lex:no no', 'share', 1, 3, 'vocabulary', 9),
    (15, 'a', 'lexical', 'binary', 'lex:ünder_1', 'share', 1, 3, 'vocabulary', 9),
    (16, 'a', 'lexical', 'binary', 'lex:it s no', 'share', 1, 3, 'vocabulary', 9),
    (17, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 3, 'fixed', 0);
create temp table run_rollout as
select * from (values (1, 'r', 10, 'p'), (2, 'r', 20, 'p'), (3, 'r', 30, 'p')) as t(rollout_id, run, step, prompt_id);
insert into rolloutdiff.extraction values
    (1, 'x', 'ok', 'No no, NO! It''s' || chr(1) || 'no. old', ['ast:it''s', 'ast:old'], [4, 9]),
    (2, 'x', 'ok', 'ünder_1 it''s no ÜNDER_1, under', ['ast:old'], [9]),
    (3, 'x', 'ok', 'no no', ['ast:it''s'], [5]),
    (4, 'x', 'ok', 'no no', ['ast:it''s'], [5]);

-- case: adjacent words are counted, overlapping ones too and not across a boundary, up to the last step
-- run: carry_new {"analysis_id": "a", "earlier": "b", "last_step": 20, "extractor": "x"}
-- call:
select * from rolloutdiff.feature_count order by all;
-- expect:
--   12 | 1 | 10 | 4
--   14 | 1 | 10 | 2
--   15 | 2 | 20 | 2
--   16 | 2 | 20 | 1
-- call:
select * from new_feature order by all;
-- expect:
--   12 | 'ast' | 'ast:it''s'
--   14 | 'lexical' | 'lex:no no'
--   15 | 'lexical' | 'lex:ünder_1'
--   16 | 'lexical' | 'lex:it s no'

-- case: nothing where the earlier analysis had them all
-- call:
delete from rolloutdiff.feature as f where f.feature_id in (12, 14, 15, 16);
-- run: carry_new {"analysis_id": "a", "earlier": "b", "last_step": 20, "extractor": "x"}
-- call:
select * from rolloutdiff.feature_count;
-- expect: none
