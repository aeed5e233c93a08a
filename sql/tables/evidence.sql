-- name: evidence
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per series and rule: figures that speak for or against a change.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule; feature_id: feature; status: status of the series; replication: both prompt halves alert in the same direction; window_corroborated: the retrospective rule dates a change in the event window; persistence: share of later steps that keep the change; reward_association: reward difference inside prompt and step; reward_association_se: its standard error; same_prompt_shift: part of the change on prompts seen on both sides; prompt_mix_shift: rest of the change; prompt_breadth: share of prompts showing it at the alert; half_onset_a: onset in one half of the prompts; half_onset_b: onset in the other; groups_used: groups compared; groups_skipped: groups that could not be; reward_part_association: the same difference on each reward part; baseline_prompts_showing: prompts that showed it in the baseline; later_steps: scorable steps after the alert; beyond_steps: those that keep the change; split_step: onset of the strongest change of the retrospective rule; split_p_value: its chance under the null; whole_shift: change from baseline to alert window; alert_prompts: prompts from onset to alert; alert_prompts_showing: those that show it; baseline_prompts: prompts of the baseline; unscored_skipped: completions of the event window without a reward, left out of the reward difference; reason: figure=code for every figure that is missing
-- requires: none
-- portable: yes
create table rolloutdiff.evidence (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    status varchar not null,
    replication boolean,
    window_corroborated boolean,
    persistence double,
    reward_association double,
    reward_association_se double,
    same_prompt_shift double,
    prompt_mix_shift double,
    prompt_breadth double,
    half_onset_a bigint,
    half_onset_b bigint,
    groups_used bigint,
    groups_skipped bigint,
    reward_part_association map(varchar, double),
    baseline_prompts_showing bigint,
    later_steps bigint,
    beyond_steps bigint,
    split_step bigint,
    split_p_value double,
    whole_shift double,
    alert_prompts bigint,
    alert_prompts_showing bigint,
    baseline_prompts bigint,
    unscored_skipped bigint,
    reason varchar
);
