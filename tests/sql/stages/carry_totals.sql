-- given: prompt_start
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'b', 'lexical', 'binary', 'lex:gone', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'it''s', 1, 'new', 1, 0), ('a', 2, 'it''s', 1, 'p', 2, 0), ('a', 3, 'it''s', 2, 'p', 2, 0), ('a', 4, 's', 2, 'p', 1, 0), ('b', 5, 'it''s', 2, 'p', 9, 0);
create temp table kept_prompt as select 1 as prompt_no, 'p' as prompt_id;
create temp table kept_total as
select * from (values (1, 1, 4, 20), (1, 1, 2, 5), (2, 1, 4, 7)) as t(feature_id, prompt_no, samples, total);

-- case: of features of the analysis, under the numbers that the prompts have now
-- run: carry_totals {"analysis_id": "a", "run": "it's"}
-- call:
select * from prompt_total order by all;
-- expect:
--   1 | 2 | 2 | 5
--   1 | 2 | 4 | 20
