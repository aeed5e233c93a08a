-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 1, 'vocabulary', 0),
    (3, 'a', 'ast', 'binary', 'ast:y', 'share', 1, 1, 'vocabulary', 0),
    (4, 'a', 'shape', 'continuous', 'shape:c', 'characters', 1, 1, 'fixed', 0);
-- Logged steps 10, 20 ... 90.
insert into rolloutdiff.analysis_step select 'a', 'r', 10 * n, n, 1, 1 from range(1, 10) as t(n);
-- Completion n in step 10 n.
insert into rolloutdiff.analysis_rollout select 'a', n, 'r', 10 * n, 'p', 1, 0 from range(1, 10) as t(n);

-- case: of rises, completions count from the first onset to the last alert; sizes never do
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 40, 'rise'),
    ('a', 'r', 'z', 2, 'alert', 30, 50, 'rise'),
    ('a', 'r', 'z', 4, 'alert', 20, 40, 'rise');
-- In the window 20 to 50 feature 1 shows in 2 and 3, feature 2 in 3, 4 and 5.
insert into rolloutdiff.feature_count values
    (1, 1, 10, 1), (1, 2, 20, 1), (1, 3, 30, 1), (1, 6, 60, 1), (2, 3, 30, 4), (2, 4, 40, 1), (2, 5, 50, 1), (4, 3, 30, 9);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 3);
-- expect:
--   'r' | 1 | 2 | 1 | 4 | 0.25

-- case: a rise and a fall do not pair, nor alerts of another rule or analysis
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 40, 'rise'),
    ('a', 'r', 'z', 2, 'alert', 20, 40, 'fall'),
    ('a', 'r', 'other', 3, 'alert', 20, 40, 'rise'),
    ('b', 'r', 'z', 3, 'alert', 20, 40, 'rise'),
    ('a', 'r', 'z', 3, 'quiet', null, null, null);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 9);
-- expect: none

-- case: of falls, as many logged steps before the first onset count
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 50, 60, 'fall'), ('a', 'r', 'z', 2, 'alert', 60, 70, 'fall');
-- Onset at 50, last alert at 70: three logged steps, so 20, 30 and 40.
insert into rolloutdiff.feature_count values
    (1, 1, 10, 1), (1, 2, 20, 1), (1, 3, 30, 1), (1, 5, 50, 1), (2, 1, 10, 1), (2, 3, 30, 1), (2, 4, 40, 1), (2, 6, 60, 1);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 3);
-- expect:
--   'r' | 1 | 2 | 1 | 3 | 0.3333333333333333

-- case: the window of falls begins with the run
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 30, 90, 'fall'), ('a', 'r', 'z', 2, 'alert', 30, 90, 'fall');
insert into rolloutdiff.feature_count values (1, 1, 10, 1), (1, 2, 20, 1), (1, 3, 30, 1), (2, 2, 20, 1);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 0);
-- expect:
--   'r' | 1 | 2 | 1 | 2 | 0.5

-- case: the distance of onsets counts logged steps, ends included
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 40, 'rise'),
    ('a', 'r', 'z', 2, 'alert', 40, 40, 'rise'),
    ('a', 'r', 'z', 3, 'alert', 50, 50, 'rise');
-- Without a completion that shows either, there is no overlap to speak of.
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 2) order by all;
-- expect:
--   'r' | 1 | 2 | 0 | 0 | NULL
--   'r' | 2 | 3 | 0 | 0 | NULL

-- case: completions of another analysis do not count
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 40, 'rise'), ('a', 'r', 'z', 2, 'alert', 20, 40, 'rise');
insert into rolloutdiff.analysis_rollout values ('b', 77, 'r', 30, 'p', 1, 0);
insert into rolloutdiff.feature_count values (1, 3, 30, 1), (2, 3, 30, 1), (1, 77, 30, 1);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 2);
-- expect:
--   'r' | 1 | 2 | 1 | 1 | 1.0

-- case: three alerts make three pairs, each with its own overlap
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 50, 'rise'), ('a', 'r', 'z', 2, 'alert', 20, 50, 'rise'), ('a', 'r', 'z', 3, 'alert', 20, 50, 'rise');
insert into rolloutdiff.feature_count values (1, 2, 20, 1), (1, 3, 30, 1), (1, 4, 40, 1), (2, 3, 30, 1), (2, 4, 40, 1), (2, 5, 50, 1);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 0) order by all;
-- expect:
--   'r' | 1 | 2 | 2 | 4 | 0.5
--   'r' | 1 | 3 | 0 | 3 | 0.0
--   'r' | 2 | 3 | 0 | 3 | 0.0

-- case: every pair of alerts has its own window
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 30, 'rise'), ('a', 'r', 'z', 2, 'alert', 20, 30, 'rise'), ('a', 'r', 'z', 3, 'alert', 40, 60, 'rise');
-- 1 and 2 share steps 20 and 30, each shares 20 to 60 with 3; step 90 is in no window.
insert into rolloutdiff.feature_count values
    (1, 2, 20, 1), (1, 3, 30, 1), (1, 5, 50, 1), (2, 3, 30, 1), (2, 6, 60, 1), (2, 9, 90, 1), (3, 5, 50, 1), (3, 9, 90, 1);
-- call:
select * from rolloutdiff.jaccard_v1('a', 'z', 2) order by all;
-- expect:
--   'r' | 1 | 2 | 1 | 2 | 0.5
--   'r' | 1 | 3 | 1 | 3 | 0.3333333333333333
--   'r' | 2 | 3 | 0 | 3 | 0.0
