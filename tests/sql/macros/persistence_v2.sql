-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 1, 'vocabulary', 0),
    (3, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 1, 'fixed', 0);

-- case: half of the change is the line, ends included
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, change, onset_step, alert_step, direction)
values ('a', 'r', 'z', 1, 'alert', 0.2, 0.3, 3, 5, 'rise');
-- 0.35 - 0.2 is below 0.15 in floating point. Step 5 is the alert itself; one prompt is enough.
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 5, 0.9, null, 1, 8, 5, null), ('a', 1, 'r', 6, 0.35, null, 1, 8, 5, null), ('a', 1, 'r', 7, 0.3499, null, 1, 8, 5, null),
    ('a', 1, 'r', 8, 0.9, 0.1, 2, 8, 5, null), ('a', 1, 'r', 9, 0.0, 0.1, 2, 8, 5, null);
-- call:
select * from rolloutdiff.persistence_v2('a', 'z', 0.02, 0.05);
-- expect:
--   'r' | 1 | 4 | 2 | 0.5

-- case: a share keeps at least the smallest change, a size a part of its level
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, change, onset_step, alert_step, direction)
values
    ('a', 'r', 'z', 2, 'alert', 0.5, -0.02, 3, 5, 'fall'),
    ('a', 'r', 'z', 3, 'alert', -4.0, 2.0, 3, 5, 'rise');
-- Lines: 0.25 below 0.5 rather than 0.01, and half of |-4| above -4 rather than 1.
insert into rolloutdiff.series_point values
    ('a', 2, 'r', 6, 0.25, null, 1, 8, 5, null), ('a', 2, 'r', 7, 0.26, null, 1, 8, 5, null), ('a', 2, 'r', 8, 0.9, null, 1, 8, 5, null),
    ('a', 3, 'r', 6, -2.0, null, 1, 8, 5, null), ('a', 3, 'r', 7, -2.5, null, 1, 8, 5, null), ('a', 3, 'r', 8, -1.0, null, 1, 8, 5, null);
-- call:
select * from rolloutdiff.persistence_v2('a', 'z', 0.25, 0.5) order by all;
-- expect:
--   'r' | 2 | 3 | 1 | 0.3333333333333333
--   'r' | 3 | 3 | 2 | 0.6666666666666666

-- case: no share of fewer than three later steps, nothing of other verdicts
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, change, onset_step, alert_step, direction)
values
    ('a', 'r', 'z', 1, 'alert', 0.0, 0.5, 3, 5, 'rise'),
    ('a', 's "2"', 'z', 1, 'alert', 0.0, 0.5, 3, 5, 'rise'),
    ('a', 'r', 'z', 2, 'quiet', 0.0, 0.5, null, null, null),
    ('a', 'r', 'other', 2, 'alert', 0.0, 0.5, 3, 5, 'rise'),
    ('b', 'r', 'z', 2, 'alert', 0.0, 0.5, 3, 5, 'rise');
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 6, 1.0, null, 1, 8, 5, null), ('a', 1, 'r', 7, 0.1, null, 1, 8, 5, null), ('b', 1, 'r', 8, 1.0, null, 1, 8, 5, null);
-- call:
select * from rolloutdiff.persistence_v2('a', 'z', 0.02, 0.05) order by all;
-- expect:
--   'r' | 1 | 2 | 1 | NULL
--   's "2"' | 1 | 0 | 0 | NULL
