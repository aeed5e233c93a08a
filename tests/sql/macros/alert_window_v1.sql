-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 1, 'fixed', 0);
-- Logged steps 1, 2, 3, 7, 8, 20, 21, 22, 50 with a hole after each third.
insert into rolloutdiff.analysis_step values
    ('a', 'r', 1, 1, 2, 4), ('a', 'r', 2, 2, 2, 4), ('a', 'r', 3, 3, 2, 4), ('a', 'r', 7, 4, 2, 4), ('a', 'r', 8, 5, 2, 4),
    ('a', 'r', 20, 6, 2, 4), ('a', 'r', 21, 7, 2, 4), ('a', 'r', 22, 8, 2, 4), ('a', 'r', 50, 9, 2, 4);
-- Step 1 has one prompt, step 3 no standard error; feature 2 begins at step 7.
insert into rolloutdiff.series_point
select 'a', 1, 'r', s.step, 0.5, case when s.step not in (1, 3) then 0.1 end, case when s.step = 1 then 1 else 2 end, 4, 2, null
from rolloutdiff.analysis_step as s;
insert into rolloutdiff.series_point
select 'a', 2, 'r', s.step, 0.5, 0.1, 2, 4, 2, null from rolloutdiff.analysis_step as s where s.step >= 7;

-- case: windows count logged steps and end with the run, a baseline scorable steps
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 21, 'rise'), ('a', 'r', 'z', 2, 'alert', 21, 22, 'fall');
-- call:
select * from rolloutdiff.alert_window_v1('a', 'z', 3, 2, 2) order by all;
-- expect:
--   'r' | 1 | 'binary' | 'rise' | 20 | 21 | 7 | 50 | 2 | 8
--   'r' | 2 | 'continuous' | 'fall' | 21 | 22 | 8 | 50 | 7 | 20

-- case: without a margin the window is onset to alert; one prompt may be enough for a baseline
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 20, 22, 'rise');
-- call:
select * from rolloutdiff.alert_window_v1('a', 'z', 3, 0, 1);
-- expect:
--   'r' | 1 | 'binary' | 'rise' | 20 | 22 | 20 | 22 | 1 | 3

-- case: other verdicts, rules and analyses have none
-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'quiet', null, null, null),
    ('a', 'r', 'y', 1, 'alert', 20, 22, 'rise'),
    ('b', 'r', 'z', 1, 'alert', 20, 22, 'rise'),
    ('a', 's', 'z', 1, 'alert', 20, 22, 'rise');
-- call:
select * from rolloutdiff.alert_window_v1('a', 'z', 3, 2, 2);
-- expect: none
