-- given:
create temp table carried_token (tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into carried_token values ('ast', 'ast:it''s', 3, 20), ('lexical', 'lex:gone', 4, 21), ('lexical', 'lex:absent', 4, 22);
create temp table vocabulary_token (token_id integer, tier varchar, name varchar);
insert into vocabulary_token values (7, 'ast', 'ast:it''s'), (8, 'lexical', 'lex:it''s');
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (1, 'ast', 'ast:first', 9, 1);
create temp table token_count (cell integer, name varchar, rollouts bigint);
insert into token_count values (0, 'ast:depth', 5);
create temp table vocabulary_member as select 1 as rollout_id, 10 as step, 0 as cell union all select 9, 40, 3;
insert into rolloutdiff.feature values
    (1, 'a', 'ast', 'continuous', 'ast:depth', 'levels', 1, 6, 'fixed', 0),
    (2, 'a', 'ast', 'binary', 'ast:it''s', 'share', 1, 6, 'vocabulary', 20),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 6, 'fixed', 0);
insert into rolloutdiff.series_point
select 'a', f.feature_id, 'r', s.step, 0.5, null, 1, 4, 2, null
from rolloutdiff.feature as f
cross join (values (10), (20), (30), (40)) as s(step);

-- case: tokens come with their own step, and fixed features with the rollouts of steps that are in no cell
-- run: carry_tokens {"earlier": "a", "last_step": 30}
-- call:
select * from admitted_token order by name;
-- expect:
--   1 | 'ast' | 'ast:first' | 9 | 1
--   7 | 'ast' | 'ast:it''s' | 3 | 20
--   -2 | 'lexical' | 'lex:absent' | 4 | 22
--   -3 | 'lexical' | 'lex:gone' | 4 | 21
-- call:
select * from token_count order by all;
-- expect:
--   -1 | 'ast:depth' | 4
--   0 | 'ast:depth' | 5
