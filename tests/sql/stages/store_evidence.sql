-- given: create_half_series
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.feature values (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 0, 'fixed', 0);
create temp table lasting (run varchar, feature_id integer, later_steps bigint, beyond_steps bigint, persistence double);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status) values ('a', 'r', 'z', 1, 'quiet'), ('a', 'r', 'z', 3, 'unscorable'), ('a', 'r', 'y', 1, 'alert');

-- case: without an alert every figure of one is missing for a reason
-- given:
insert into half_screening values ('r', 0, 1, 'alert', null, 5, 'rise'), ('r', 1, 1, 'quiet', null, null, null);
insert into rolloutdiff.shift (analysis_id, run, rule, feature_id, onset_step, p_value, place) values ('a', 'r', 'l', 1, 7, 0.5, 1);
-- run: store_evidence {"analysis_id": "a", "rule": "z", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1}
-- call:
select feature_id, status, replication, half_onset_a, half_onset_b, split_step, split_p_value, reason from rolloutdiff.evidence;
-- expect:
--   1 | 'quiet' | false | 5 | NULL | 7 | 0.5 | 'window_corroborated=no_alert; persistence=no_alert; reward_association=no_alert; same_prompt_shift=no_alert; prompt_breadth=no_alert'
--   3 | 'unscorable' | NULL | NULL | NULL | NULL | NULL | 'replication=reward_series; window_corroborated=no_alert; persistence=no_alert; reward_association=no_alert; same_prompt_shift=no_alert; prompt_breadth=no_alert'

-- case: halves that are too short replicate nothing
-- given:
insert into half_screening values ('r', 0, 1, 'alert', null, 5, 'rise'), ('r', 1, 1, 'unscorable', 'short_run', null, null);
-- run: store_evidence {"analysis_id": "a", "rule": "z", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1}
-- call:
select replication, split_part(reason, ';', 1) from rolloutdiff.evidence where feature_id = 1;
-- expect:
--   NULL | 'replication=short_half'
