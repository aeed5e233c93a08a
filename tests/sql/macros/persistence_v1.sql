-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 1, 'vocabulary', 0),
    (3, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 1, 'fixed', 0);

-- case: later scorable steps beyond the line, which takes the larger of two spreads
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, onset_step, alert_step, direction)
values ('a', 'r', 'z', 1, 'alert', 0.25, 0.125, 3, 5, 'rise');
-- With four baseline steps the squared error is max(se, 1/8)² + 1/256. For se 0: 5/256, so the line of three is 0.419;
-- 0.75 and 1 lie beyond, 0.625 does not. For se 0.5 the line is 1.51. Step 9 has one prompt, step 10 no error.
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 5, 1.0, 0.0, 2, 8, 8, null),
    ('a', 1, 'r', 6, 0.75, 0.0, 2, 8, 6, null),
    ('a', 1, 'r', 7, 0.625, 0.0, 2, 8, 5, null),
    ('a', 1, 'r', 8, 1.0, 0.5, 2, 8, 8, null),
    ('a', 1, 'r', 9, 1.0, 0.0, 1, 4, 4, null),
    ('a', 1, 'r', 10, 1.0, null, 2, 8, 8, null),
    ('a', 1, 'r', 11, 1.0, 0.0, 2, 8, 8, null);
-- call:
select * from rolloutdiff.persistence_v1('a', 'z', 4, 3.0, 0.0, 0.0);
-- expect:
--   'r' | 1 | 4 | 2 | 0.5

-- case: a change of exactly the smallest one counts, by kind and side
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, onset_step, alert_step, direction)
values
    ('a', 'r', 'z', 2, 'alert', 0.5, 0.0, 3, 5, 'rise'),
    ('a', 'r', 'z', 3, 'alert', 9.0, 0.0, 3, 5, 'fall');
-- 0.6 - 0.5 is 0.09999999999999998 in floating point.
insert into rolloutdiff.series_point values
    ('a', 2, 'r', 6, 0.6, 0.0, 2, 8, 5, null), ('a', 2, 'r', 7, 0.59, 0.0, 2, 8, 5, null), ('a', 2, 'r', 8, 0.4, 0.0, 2, 8, 3, null),
    ('a', 3, 'r', 6, 7.0, 0.0, 2, 8, 8, null), ('a', 3, 'r', 7, 7.5, 0.0, 2, 8, 8, null), ('a', 3, 'r', 8, 12.0, 0.0, 2, 8, 8, null);
-- call:
select * from rolloutdiff.persistence_v1('a', 'z', 4, 3.0, 0.1, 2.0) order by all;
-- expect:
--   'r' | 2 | 3 | 1 | 0.3333333333333333
--   'r' | 3 | 3 | 1 | 0.3333333333333333

-- case: no share of fewer than three later steps
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, onset_step, alert_step, direction)
values
    ('a', 'r', 'z', 1, 'alert', 0.0, 0.0, 3, 5, 'rise'),
    ('a', 's "2"', 'z', 1, 'alert', 0.0, 0.0, 3, 5, 'rise'),
    ('a', 'r', 'z', 2, 'quiet', 0.0, 0.0, null, null, null),
    ('a', 'r', 'other', 2, 'alert', 0.0, 0.0, 3, 5, 'rise'),
    ('b', 'r', 'z', 2, 'alert', 0.0, 0.0, 3, 5, 'rise');
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 6, 1.0, 0.0, 2, 8, 5, null), ('a', 1, 'r', 7, 1.0, 0.0, 2, 8, 5, null);
-- call:
select * from rolloutdiff.persistence_v1('a', 'z', 4, 3.0, 0.1, 2.0) order by all;
-- expect:
--   'r' | 1 | 2 | 2 | NULL
--   's "2"' | 1 | 0 | 0 | NULL
