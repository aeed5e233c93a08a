-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
-- given: create_half_series
insert into half_point values
    ('r', 1, 2, 3, 12.5, null, 1, 2, 2, null), ('r', 1, 1, 4, 0.5, 0.25, 2, 4, 2, 0.5), ('r', 1, 1, 3, 0.0, 0.0, 2, 4, 0, 0.0),
    ('r', 0, 1, 3, 1.0, null, 1, 1, 1, null), ('s', 1, 1, 3, 1.0, null, 1, 1, 1, null);

-- case: points of one run and half, by feature and step
-- run: half_panel {"run": "r", "part": 1}
-- expect:
--   1 | true | 3 | 0.0 | 0.0 | 2 | 4 | 0 | 0.0
--   1 | true | 4 | 0.5 | 0.25 | 2 | 4 | 2 | 0.5
--   2 | false | 3 | 12.5 | NULL | 1 | 2 | 2 | NULL
-- run: half_panel {"run": "it's", "part": 1}
-- expect: none

-- case: a series that changes with the form of the dump has no values
-- given:
insert into rolloutdiff.dump_change values ('a', 'r', 2, 'completions', 'any', 2);
-- run: half_panel {"run": "r", "part": 1}
-- expect:
--   1 | true | 3 | 0.0 | 0.0 | 2 | 4 | 0 | 0.0
--   1 | true | 4 | 0.5 | 0.25 | 2 | 4 | 2 | 0.5
--   2 | false | 3 | NULL | NULL | 0 | 0 | 0 | NULL
