-- given:
insert into rolloutdiff.feature values
    (1, 'before', 'ast', 'binary', 'ast:x', 'share', 1, 9, 'vocabulary', 0), (3, 'before', 'shape', 'continuous', 'shape:chars', 'characters', 1, 9, 'fixed', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, reward_parts, source_file, source_row) values
    (1, 'r', 1, '1', 'p', '', 0.5, map {'it''s': 1.0, 'total': 7.0}, 'f', 0), (2, 'r', 1, '2', 'p', '', null, map {'it''s': null}, 'f', 1),
    (3, 's', 1, '3', 'p', '', 0.5, map {'other': 1.0}, 'f', 2);
create temp table run_rollout as select 1 as rollout_id union all select 2;
create temp table fixed_feature (tier varchar, kind varchar, name varchar, unit varchar, scale integer, optional boolean);
insert into fixed_feature values ('shape', 'continuous', 'shape:chars', 'characters', 10, true), ('ast', 'binary', 'ast:parse:ok', 'share', 1, false),
    ('shape', 'continuous', 'shape:turns', 'turns', 1, true);
create temp table token_count (cell integer, name varchar, rollouts bigint);
insert into token_count values (0, 'shape:chars', 2), (1, 'shape:chars', 3);
create temp table admitted_token (token_id integer, tier varchar, name varchar, document_frequency bigint, admitted_index integer);
insert into admitted_token values (5, 'lexical', 'lex:it''s', 9, 4);
create temp table vocabulary_count (n integer);
create temp table vocabulary_token (n integer);
create temp table vocabulary_cell (n integer);
create temp table vocabulary_member (n integer);

-- case: numbered on by the step of admission, tier and name; the reward and its parts of these rollouts; the total is no part
-- run: store_feature {"analysis_id": "a", "earlier": null}
-- call:
select * from rolloutdiff.feature where analysis_id = 'a';
-- expect:
--   4 | 'a' | 'ast' | 'binary' | 'ast:parse:ok' | 'share' | 1 | 0 | 'fixed' | 0
--   5 | 'a' | 'reward' | 'continuous' | 'reward:it''s' | 'reward' | 1 | 1 | 'fixed' | 0
--   6 | 'a' | 'reward' | 'continuous' | 'reward:total' | 'reward' | 1 | 1 | 'fixed' | 0
--   7 | 'a' | 'shape' | 'continuous' | 'shape:chars' | 'characters' | 10 | 5 | 'fixed' | 0
--   8 | 'a' | 'lexical' | 'binary' | 'lex:it''s' | 'share' | 1 | 9 | 'vocabulary' | 4
-- call:
select * from lexical_feature;
-- expect:
--   'it''s' | 8

-- case: what an earlier analysis of the run had keeps its number
-- call:
insert into rolloutdiff.feature values (2, 'it''s', 'reward', 'continuous', 'reward:total', 'reward', 1, 9, 'fixed', 0);
-- run: store_feature {"analysis_id": "a", "earlier": "it's"}
-- call:
select f.feature_id, f.name, f.document_frequency from rolloutdiff.feature as f where f.analysis_id = 'a' order by all;
-- expect:
--   2 | 'reward:total' | 1
--   4 | 'ast:parse:ok' | 0
--   5 | 'reward:it''s' | 1
--   6 | 'shape:chars' | 5
--   7 | 'lex:it''s' | 9
