-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.series_point values
    ('a', 2, 'it''s', 1, 12.5, null, 1, 1, 1, null), ('a', 1, 'it''s', 2, 0.5, 0.25, 2, 4, 2, 0.5), ('a', 1, 'it''s', 1, 0.0, 0.0, 2, 4, 0, 0.0),
    ('a', 1, 's', 1, 0.5, null, 1, 1, 1, null);

-- case: points of one run by feature and step, with the step at which a token was chosen
-- run: series_panel {"analysis_id": "a", "run": "it's"}
-- expect:
--   1 | true | 1 | 0.0 | 0.0 | 2 | 4 | 0 | 0.0 | 4
--   1 | true | 2 | 0.5 | 0.25 | 2 | 4 | 2 | 0.5 | 4
--   2 | false | 1 | 12.5 | NULL | 1 | 1 | 1 | NULL | 0
-- run: series_panel {"analysis_id": "b", "run": "it's"}
-- expect: none

-- case: a series that changes with the form of the dump has no values
-- given:
insert into rolloutdiff.dump_change values ('a', 'it''s', 2, 'completions', 'any', 1);
-- run: series_panel {"analysis_id": "a", "run": "it's"}
-- expect:
--   1 | true | 1 | NULL | NULL | 0 | 0 | 0 | NULL | 4
--   1 | true | 2 | NULL | NULL | 0 | 0 | 0 | NULL | 4
--   2 | false | 1 | 12.5 | NULL | 1 | 1 | 1 | NULL | 0
-- run: series_panel {"analysis_id": "a", "run": "s"}
-- expect:
--   1 | true | 1 | 0.5 | NULL | 1 | 1 | 1 | NULL | 4
