-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.feature values (4, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.screening values
    ('a', 'run "x"', 'z', 1, 'alert', null, 0.1, 0.01, 10, 12, 'rise', 4.56789, 3.0, null, null, 0.02, null, null, null),
    ('a', 'run "x"', 'z', 2, 'alert', null, 900.0, 10.0, 11, 13, 'fall', -4.0, 3.0, 0.001, 0.01, 50.0, 300.0, -200.0, false),
    ('a', 'run "x"', 'z', 4, 'quiet', null, 0.1, 0.01, null, null, null, 1.0, 3.0, null, null, 0.02, null, null, null),
    ('half', 'r', 'z', 3, 'alert', null, 0.1, 0.01, 10, 12, 'rise', 4.0, 3.0, null, null, 0.02, null, null, null);
insert into rolloutdiff.alert values
    ('a', 'run "x"', 'z', 1, 0.91111111, 15, 0.8, 0.70000049, 4),
    ('a', 'run "x"', 'z', 2, 650.0, 14, 700.0, -200.0, null),
    ('a', 'run "x"', 'other', 1, 0.0, 15, 0.8, 0.7, null),
    ('half', 'r', 'z', 3, 0.9, 15, 0.8, 0.7, null);

-- case: alerts with their size, and the name of what they are folded under
-- call:
select * from rolloutdiff.report_alert order by feature;
-- expect:
--   'a' | 'run "x"' | 'z' | 'lex:it''s' | 'lexical' | 'binary' | 'alert' | NULL | 0.1 | 0.01 | 10 | 12 | 'rise' | 4.5679 | 3.0 | NULL | NULL | 0.02 | 'share' | 0.911111 | 15 | 0.8 | 0.7 | 'ast:x' | NULL | NULL | NULL | NULL
--   'a' | 'run "x"' | 'z' | 'shape:chars' | 'shape' | 'continuous' | 'alert' | NULL | 900.0 | 10.0 | 11 | 13 | 'fall' | -4.0 | 3.0 | 0.001 | 0.01 | 50.0 | 'characters' | 650.0 | 14 | 700.0 | -200.0 | NULL | 300.0 | -200.0 | false | NULL
