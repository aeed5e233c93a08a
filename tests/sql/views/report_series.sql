-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.series_point values
    ('a', 1, 'run "x"', 10, 0.3333333333, 0.1111116, 3, 12, 4, 0.5),
    ('a', 2, 'run "x"', 10, 1234.5678901, null, 1, 4, 4, null),
    ('half', 3, 'r', 10, 0.5, null, 1, 4, 2, null);

-- case: means and errors to six decimals; with one prompt there is no error
-- call:
select * from rolloutdiff.report_series order by feature;
-- expect:
--   'a' | 'run "x"' | 'lex:it''s' | 'lexical' | 'binary' | 10 | 0.333333 | 0.111112 | 3 | 12 | 4 | 'share'
--   'a' | 'run "x"' | 'shape:chars' | 'shape' | 'continuous' | 10 | 1234.56789 | NULL | 1 | 4 | 4 | 'characters'
