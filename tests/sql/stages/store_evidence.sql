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
-- run: store_evidence {"analysis_id": "a", "rule": "z", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1, "earlier": null, "last_step": null}
-- call:
select feature_id, status, replication, half_onset_a, half_onset_b, split_step, split_p_value, reason from rolloutdiff.evidence;
-- expect:
--   1 | 'quiet' | false | 5 | NULL | 7 | 0.5 | 'window_corroborated=no_alert; persistence=no_alert; reward_association=no_alert; same_prompt_shift=no_alert; prompt_breadth=no_alert'
--   3 | 'unscorable' | NULL | NULL | NULL | NULL | NULL | 'replication=reward_series; window_corroborated=no_alert; persistence=no_alert; reward_association=no_alert; same_prompt_shift=no_alert; prompt_breadth=no_alert'

-- case: halves that are too short replicate nothing
-- given:
insert into half_screening values ('r', 0, 1, 'alert', null, 5, 'rise'), ('r', 1, 1, 'unscorable', 'short_run', null, null);
-- run: store_evidence {"analysis_id": "a", "rule": "z", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1, "earlier": null, "last_step": null}
-- call:
select replication, split_part(reason, ';', 1) from rolloutdiff.evidence where feature_id = 1;
-- expect:
--   NULL | 'replication=short_half'

-- case: figures of the same alert in an earlier analysis stand, where its event window ends before the new steps
-- given:
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 1, 1 from range(1, 7) as t(s);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, onset_step, alert_step, baseline_mean) values
    ('a', 'r', 'q', 1, 'alert', 'rise', 3, 4, 0.0), ('it''s', 'r', 'q', 1, 'alert', 'rise', 3, 4, 0.0), ('b', 'r', 'q', 1, 'alert', 'rise', 2, 4, 0.0);
insert into rolloutdiff.series_point select 'a', 1, 'r', s, 0.5, 0.25, 2, 4, 2, null from range(1, 7) as t(s);
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, persistence, reward_association, reward_association_se, groups_used, groups_skipped, unscored_skipped,
    reward_part_association, prompt_breadth, whole_shift, same_prompt_shift, prompt_mix_shift, alert_prompts, alert_prompts_showing, baseline_prompts, baseline_prompts_showing
)
select x, 'r', 'q', 1, 'alert', 0.75, 0.125, 0.5, 2, 3, 4, map {'it''s': 0.25}, 0.375, 0.625, 0.25, 0.375, 8, 3, 9, 5 from (values ('it''s'), ('b')) as t(x);
-- run: store_evidence {"analysis_id": "a", "rule": "q", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1, "earlier": "it's", "last_step": 5}
-- call:
select
    e.persistence, e.reward_association, e.reward_association_se, e.groups_used, e.groups_skipped, e.unscored_skipped, e.reward_part_association,
    e.prompt_breadth, e.whole_shift, e.same_prompt_shift, e.prompt_mix_shift, e.alert_prompts, e.alert_prompts_showing, e.baseline_prompts, e.baseline_prompts_showing
from rolloutdiff.evidence as e where e.analysis_id = 'a';
-- expect:
--   NULL | 0.125 | 0.5 | 2 | 3 | 4 | {'it''s': 0.25} | 0.375 | 0.625 | 0.25 | 0.375 | 8 | 3 | 9 | 5
-- call:
select count(*) from rolloutdiff.screening as s where s.rule = 'open q';
-- expect:
--   0

-- case: a window that new steps can change, or another onset, is looked into anew
-- given:
insert into rolloutdiff.analysis_step select 'a', 'r', s, s, 1, 1 from range(1, 7) as t(s);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, onset_step, alert_step, baseline_mean) values
    ('a', 'r', 'q', 1, 'alert', 'rise', 3, 4, 0.0), ('it''s', 'r', 'q', 1, 'alert', 'rise', 3, 4, 0.0), ('b', 'r', 'q', 1, 'alert', 'rise', 2, 4, 0.0);
insert into rolloutdiff.series_point select 'a', 1, 'r', s, 0.5, 0.25, 2, 4, 2, null from range(1, 7) as t(s);
insert into rolloutdiff.evidence (analysis_id, run, rule, feature_id, status, reward_association) select x, 'r', 'q', 1, 'alert', 0.125 from (values ('it''s'), ('b')) as t(x);
-- run: store_evidence {"analysis_id": "a", "rule": "q", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1, "earlier": "it's", "last_step": 4}
-- run: store_evidence {"analysis_id": "a", "rule": "q", "shift_rule": "l", "found_only": false, "baseline_steps": 2, "margin": 1, "min_prompts": 1, "earlier": "b", "last_step": 5}
-- call:
select e.reward_association, e.groups_used from rolloutdiff.evidence as e where e.analysis_id = 'a';
-- expect:
--   NULL | NULL
--   NULL | NULL
