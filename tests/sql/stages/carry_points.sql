-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 2, 'q', 2, 1);
insert into rolloutdiff.feature_count values (1, 1, 1, 9), (2, 3, 2, 25);
create temp table carried_feature (feature_id integer, tier varchar, name varchar, earlier_id integer);
insert into carried_feature values (1, 'lexical', 'lex:it''s', null), (2, 'shape', 'shape:chars', 7);

-- case: a feature that is new has a point in every step of the range, others have none
-- run: carry_points {"analysis_id": "a", "run": "it's", "first_step": 1, "last_step": 2}
-- call:
select * from rolloutdiff.series_point order by all;
-- expect:
--   'a' | 1 | 'it''s' | 1 | 0.5 | 0.5 | 2 | 2 | 1 | NULL
--   'a' | 1 | 'it''s' | 2 | 0.0 | NULL | 1 | 1 | 0 | NULL
