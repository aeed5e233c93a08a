-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:x', 'share', 1, 1, 'vocabulary', 0),
    (3, 'a', 'ast', 'binary', 'ast:y', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.analysis_step select 'a', 'r', n, n, 1, 1 from range(1, 9) as t(n);
insert into rolloutdiff.analysis_rollout select 'a', n, 'r', n, 'p', 1, 0 from range(1, 9) as t(n);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 3, 4, 'rise'), ('a', 'r', 'z', 2, 'alert', 3, 4, 'rise'), ('a', 'r', 'z', 3, 'alert', 5, 6, 'rise');
insert into rolloutdiff.feature_count values (1, 3, 3, 1), (2, 3, 3, 1), (2, 4, 4, 1);

-- case: pairs with close onsets; 0 where neither shows
-- run: alert_overlap {"analysis_id": "a", "rule": "z", "window_steps": 0}
-- expect:
--   'r' | 1 | 2 | 0.5
-- call:
delete from rolloutdiff.feature_count;
-- run: alert_overlap {"analysis_id": "a", "rule": "z", "window_steps": 2}
-- expect:
--   'r' | 1 | 2 | 0.0
--   'r' | 1 | 3 | 0.0
--   'r' | 2 | 3 | 0.0
