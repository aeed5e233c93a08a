-- case: a row is kept as it is
-- call:
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, replication, window_corroborated, persistence,
    reward_association, reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth,
    half_onset_a, half_onset_b, groups_used, groups_skipped, reward_part_association,
    baseline_prompts_showing, later_steps, beyond_steps, split_step, split_p_value, whole_shift,
    alert_prompts, alert_prompts_showing, baseline_prompts, unscored_skipped, reason
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', false, true, -7.1, -8.1, -9.1, -10.1, -11.1,
    -12.1, 3000000013, 3000000014, 3000000015, 3000000016, map {'it''s': 0.1, 'b': null}, 3000000018,
    3000000019, 3000000020, 3000000021, -22.1, -23.1, 3000000024, 3000000025, 3000000026, 3000000027,
    'it''s text'
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.status, x.replication, x.window_corroborated,
    x.persistence, x.reward_association, x.reward_association_se, x.same_prompt_shift,
    x.prompt_mix_shift, x.prompt_breadth, x.half_onset_a, x.half_onset_b, x.groups_used,
    x.groups_skipped, x.reward_part_association, x.baseline_prompts_showing, x.later_steps,
    x.beyond_steps, x.split_step, x.split_p_value, x.whole_shift, x.alert_prompts,
    x.alert_prompts_showing, x.baseline_prompts, x.unscored_skipped, x.reason
from rolloutdiff.evidence as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'alert' | false | true | -7.1 | -8.1 | -9.1 | -10.1 | -11.1 | -12.1 | 3000000013 | 3000000014 | 3000000015 | 3000000016 | {'it''s': 0.1, 'b': NULL} | 3000000018 | 3000000019 | 3000000020 | 3000000021 | -22.1 | -23.1 | 3000000024 | 3000000025 | 3000000026 | 3000000027 | 'it''s text'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, replication, window_corroborated, persistence,
    reward_association, reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth,
    half_onset_a, half_onset_b, groups_used, groups_skipped, reward_part_association,
    baseline_prompts_showing, later_steps, beyond_steps, split_step, split_p_value, whole_shift,
    alert_prompts, alert_prompts_showing, baseline_prompts, unscored_skipped, reason
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.feature_id, x.status, x.replication, x.window_corroborated,
    x.persistence, x.reward_association, x.reward_association_se, x.same_prompt_shift,
    x.prompt_mix_shift, x.prompt_breadth, x.half_onset_a, x.half_onset_b, x.groups_used,
    x.groups_skipped, x.reward_part_association, x.baseline_prompts_showing, x.later_steps,
    x.beyond_steps, x.split_step, x.split_p_value, x.whole_shift, x.alert_prompts,
    x.alert_prompts_showing, x.baseline_prompts, x.unscored_skipped, x.reason
from rolloutdiff.evidence as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'alert' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, replication, window_corroborated, persistence,
    reward_association, reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth,
    half_onset_a, half_onset_b, groups_used, groups_skipped, reward_part_association,
    baseline_prompts_showing, later_steps, beyond_steps, split_step, split_p_value, whole_shift,
    alert_prompts, alert_prompts_showing, baseline_prompts, unscored_skipped, reason
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
);
-- call:
update rolloutdiff.evidence set analysis_id = null;
-- fails: NOT NULL constraint failed: "?evidence"?\."?analysis_id"?
-- call:
update rolloutdiff.evidence set run = null;
-- fails: NOT NULL constraint failed: "?evidence"?\."?run"?
-- call:
update rolloutdiff.evidence set rule = null;
-- fails: NOT NULL constraint failed: "?evidence"?\."?rule"?
-- call:
update rolloutdiff.evidence set feature_id = null;
-- fails: NOT NULL constraint failed: "?evidence"?\."?feature_id"?
-- call:
update rolloutdiff.evidence set status = null;
-- fails: NOT NULL constraint failed: "?evidence"?\."?status"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, replication, window_corroborated, persistence,
    reward_association, reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth,
    half_onset_a, half_onset_b, groups_used, groups_skipped, reward_part_association,
    baseline_prompts_showing, later_steps, beyond_steps, split_step, split_p_value, whole_shift,
    alert_prompts, alert_prompts_showing, baseline_prompts, unscored_skipped, reason
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'alert', null, null, null, null, null, null, null, null,
    null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
);
-- call:
update rolloutdiff.evidence set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.evidence set replication = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.evidence set window_corroborated = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.evidence set persistence = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set reward_association = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set reward_association_se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set same_prompt_shift = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set prompt_mix_shift = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set prompt_breadth = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set half_onset_a = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set half_onset_b = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set groups_used = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set groups_skipped = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set reward_part_association = map {'a': 'high'};
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set baseline_prompts_showing = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set later_steps = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set beyond_steps = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set split_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set split_p_value = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set whole_shift = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.evidence set alert_prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set alert_prompts_showing = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set baseline_prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.evidence set unscored_skipped = 'two';
-- fails: Could not convert string 'two' to INT64
