-- given:
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, onset_step, alert_step) values
    ('a', 'r', 'z', 1, 'alert', 'rise', 3, 4), ('it''s', 'r', 'z', 1, 'alert', 'rise', 3, 4),
    ('a', 'r', 'z', 2, 'quiet', null, null, null), ('a', 'r', 'y', 2, 'alert', 'rise', 1, 2), ('b', 'r', 'z', 2, 'alert', 'rise', 3, 4);

-- case: the same
-- run: alerts_changed {"analysis_id": "a", "earlier": "it's", "rule": "z", "last_step": 4}
-- expect:
--   0

-- case: in a step that is not taken over
-- run: alerts_changed {"analysis_id": "a", "earlier": "it's", "rule": "z", "last_step": 3}
-- expect:
--   1

-- case: one that is new and one that is gone; another onset
-- run: alerts_changed {"analysis_id": "a", "earlier": "b", "rule": "z", "last_step": 4}
-- expect:
--   2
-- call:
update rolloutdiff.screening set onset_step = 2 where analysis_id = 'a';
-- run: alerts_changed {"analysis_id": "a", "earlier": "it's", "rule": "z", "last_step": 4}
-- expect:
--   2
