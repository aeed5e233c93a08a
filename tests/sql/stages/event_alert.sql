-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 3, 'fixed', 0),
    (4, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.analysis_step values ('a', 'r', 10, 1, 1, 1), ('a', 'r', 20, 2, 1, 1);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction, headline) values
    ('a', 'r', 'z', 1, 'alert', 20, 30, 'rise', null),
    ('a', 'r', 'z', 2, 'alert', 20, 25, 'fall', false),
    ('a', 'r', 'z', 3, 'alert', 10, 30, 'rise', true),
    ('a', 'r', 'z', 4, 'alert', 10, 30, 'rise', true),
    ('a', 'r', 'other', 4, 'alert', 20, 30, 'rise', true);
insert into rolloutdiff.evidence
    (analysis_id, run, rule, feature_id, status, replication, persistence, reward_association, prompt_breadth)
values
    ('a', 'r', 'z', 1, 'alert', true, 0.5, 0.25, 1.0), ('a', 'r', 'z', 2, 'alert', null, null, null, null),
    ('a', 'r', 'z', 3, 'alert', null, null, null, null), ('a', 'r', 'z', 4, 'alert', false, 1.0, -1.0, 0.5);

-- case: by onset, then name; without a headline list every alert is on it; the reward is no behaviour
-- run: event_alert {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 4 | 'ast:x' | 'ast' | 'binary' | 'rise' | 10 | 30 | 1 | true | false | 1.0 | -1.0 | 0.5
--   'r' | 1 | 'lex:it''s' | 'lexical' | 'binary' | 'rise' | 20 | 30 | 2 | true | true | 0.5 | 0.25 | 1.0
--   'r' | 2 | 'shape:chars' | 'shape' | 'continuous' | 'fall' | 20 | 25 | 2 | false | NULL | NULL | NULL | NULL

-- case: nothing of an unknown rule
-- run: event_alert {"analysis_id": "a", "rule": "it's"}
-- expect: none

-- case: figures of trainer and engine are listed too
-- call:
update rolloutdiff.feature set tier = 'mismatch', name = 'mismatch:kl' where feature_id = 2;
-- call:
delete from rolloutdiff.screening where feature_id <> 2;
-- run: event_alert {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 2 | 'mismatch:kl' | 'mismatch' | 'continuous' | 'fall' | 20 | 25 | 2 | false | NULL | NULL | NULL | NULL
