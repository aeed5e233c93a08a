-- given:
insert into rolloutdiff.feature values
    (1, 'it''s', 'ast', 'binary', 'ast:first', 'share', 1, 9, 'vocabulary', 1),
    (2, 'it''s', 'ast', 'binary', 'ast:later', 'share', 1, 8, 'vocabulary', 2),
    (3, 'it''s', 'lexical', 'binary', 'lex:at the end', 'share', 1, 7, 'vocabulary', 3),
    (4, 'it''s', 'ast', 'binary', 'ast:depth', 'levels', 1, 6, 'fixed', 2),
    (5, 'b', 'ast', 'binary', 'ast:other', 'share', 1, 5, 'vocabulary', 2);
insert into rolloutdiff.analysis_step values ('it''s', 'r', 10, 1, 1, 1), ('it''s', 'r', 20, 2, 1, 1), ('it''s', 'r', 30, 3, 1, 1), ('it''s', 'r', 40, 4, 1, 1);
create temp table vocabulary_cell (cell integer, is_first boolean);
insert into vocabulary_cell values (0, true), (1, false), (2, false);
create temp table vocabulary_member (rollout_id bigint, step bigint, cell integer);
insert into vocabulary_member values (1, 10, 0), (2, 20, 0), (3, 30, 1), (4, 40, 2);

-- case: tokens admitted in steps that are taken over, after the first cell; rollouts of these steps are not counted again
-- run: carry_start {"earlier": "it's", "last_step": 30, "first_steps": 2, "known": false}
-- call:
select * from carried_token order by all;
-- expect:
--   'ast' | 'ast:later' | 8 | 2
-- call:
select m.rollout_id from vocabulary_member as m order by all;
-- expect:
--   1
--   2
--   4

-- case: n-grams of the first cell too, where its rollouts are known
-- given:
insert into rolloutdiff.feature values (6, 'it''s', 'lexical', 'binary', 'lex:it''s', 'share', 1, 9, 'vocabulary', 1);
-- run: carry_start {"earlier": "it's", "last_step": 30, "first_steps": 2, "known": true}
-- call:
select * from carried_token order by all;
-- expect:
--   'ast' | 'ast:later' | 8 | 2
--   'lexical' | 'lex:it''s' | 9 | 1
