-- given:
insert into rolloutdiff.analysis values ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.analysis_run values ('a', 'r', 9, 60, 1, 60, 1, 1, 0, 0, 0, 'trl');
insert into rolloutdiff.feature values
    (1, 'a', 'ast', 'binary', 'ast:def:x', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (3, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (4, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 3, 'fixed', 0);
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, onset_step, alert_step, direction, statistic, threshold, p_value, q_value, e_value, change, headline)
values
    ('a', 'r', 'z', 1, 'alert', 0.25, 47, 50, 'rise', 9.5, 3.0, 0.5, 0.5, 512.0, 0.5, true),
    ('a', 'r', 'z', 2, 'alert', 0.25, 48, 51, 'rise', 9.5, 3.0, null, null, null, null, null),
    ('a', 'r', 'z', 3, 'alert', 80.0, 40, 49, 'fall', 4.5, 3.0, null, null, null, null, null),
    ('a', 'r', 'z', 4, 'alert', 0.0, 40, 45, 'rise', 4.5, 3.0, null, null, null, null, null),
    ('a', 'r', 'other', 3, 'alert', 80.0, 40, 49, 'fall', 4.5, 3.0, null, null, null, null, null);
insert into rolloutdiff.alert values
    ('a', 'r', 'z', 1, 1.0, 55, 0.75, 0.5, null), ('a', 'r', 'z', 2, 1.0, 55, 0.75, 0.5, 1),
    ('a', 'r', 'z', 3, 20.0, 55, 40.0, -40.0, null), ('a', 'r', 'z', 4, 1.0, 55, 1.0, 1.0, null),
    ('a', 'r', 'other', 3, 20.0, 55, 40.0, -40.0, null);

-- case: of the rule alone, in order of the alert, with what is folded under it; no rewards
-- run: watch_new_alert {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 'z' | 'shape:chars' | 'shape' | 'continuous' | 'characters' | 'fall' | 40 | 49 | 60 | 80.0 | 40.0 | NULL | 4.5 | 3.0 | NULL | NULL | NULL | NULL | NULL | []
--   'r' | 'z' | 'ast:def:x' | 'ast' | 'binary' | 'share' | 'rise' | 47 | 50 | 60 | 0.25 | 0.75 | 0.5 | 9.5 | 3.0 | 0.5 | 0.5 | 512.0 | true | NULL | [{'feature': 'lex:it''s', 'direction': 'rise', 'onset_step': 48, 'alert_step': 51}]

-- case: neither what was told, nor what shows the same completions
-- given:
insert into rolloutdiff.watch_alert values ('r', 'z', 'lex:it''s', 'rise', 1, 2, 3), ('r', 'z', 'shape:chars', 'fall', 1, 2, 3);
-- run: watch_new_alert {"analysis_id": "a", "rule": "z"}
-- expect: none

-- case: told of another run or direction, or by another rule, it is new
-- given:
insert into rolloutdiff.watch_alert values ('s', 'z', 'shape:chars', 'fall', 1, 2, 3), ('r', 'z', 'shape:chars', 'rise', 1, 2, 3), ('r', 'other', 'shape:chars', 'fall', 1, 2, 3), ('r', 'z', 'ast:def:x', 'rise', 1, 2, 3);
-- run: watch_new_alert {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 'z' | 'shape:chars' | 'shape' | 'continuous' | 'characters' | 'fall' | 40 | 49 | 60 | 80.0 | 40.0 | NULL | 4.5 | 3.0 | NULL | NULL | NULL | NULL | NULL | []

-- case: nothing of an unknown analysis
-- run: watch_new_alert {"analysis_id": "it's", "rule": "z"}
-- expect: none

-- case: where the form of the dump changes within two logged steps of the onset
-- given:
insert into rolloutdiff.watch_alert values ('r', 'z', 'ast:def:x', 'rise', 1, 2, 3);
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 1, 1 from range(38, 44) as t(s);
insert into rolloutdiff.dump_change (analysis_id, run, step, place, sign) values ('a', 'r', 42, 'prompts', 'first line'), ('a', 'r', 43, 'prompts', 'last line');
-- run: watch_new_alert {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 'z' | 'shape:chars' | 'shape' | 'continuous' | 'characters' | 'fall' | 40 | 49 | 60 | 80.0 | 40.0 | NULL | 4.5 | 3.0 | NULL | NULL | NULL | NULL | 42 | []
