-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.feature values (3, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0), (4, 'b', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0);
create temp table run_rollout as select 1 as rollout_id, 'r' as run, 5 as step, 'p' as prompt_id union all select 2, 'r', 6, 'p';
insert into rolloutdiff.extraction values
    (1, 'x', 'ok', null, ['ast:unknown', 'ast:x', 'lex:it''s', 'shape:chars'], [9, 2, 7, 40]),
    (2, 'x', 'no_code', null, [], []), (3, 'x', 'ok', null, ['ast:x'], [1]), (2, 'old', 'ok', null, ['ast:x'], [1]);

-- case: structural and shape features of this analysis, rollouts and extractor
-- run: count_tokens {"analysis_id": "a", "extractor": "x", "after": null}
-- call:
select * from rolloutdiff.feature_count order by all;
-- expect:
--   2 | 1 | 5 | 40
--   3 | 1 | 5 | 2

-- case: only what comes after the steps that are counted already
-- run: count_tokens {"analysis_id": "a", "extractor": "x", "after": 5}
-- call:
select * from rolloutdiff.feature_count order by all;
-- expect: none
