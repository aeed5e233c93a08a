-- name: report_evidence
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Figures that speak for or against a change, one row per series and rule.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; feature: name with its tier; tier: tier; status: alert, quiet or unscorable; replication: both prompt halves alert in the same direction; window_corroborated: the retrospective rule dates a change in the event window; persistence: share of later steps that keep the change; reward_association: reward difference inside prompt and step; reward_association_se: its standard error; same_prompt_shift: part of the change on prompts seen on both sides; prompt_mix_shift: rest of the change; prompt_breadth: share of prompts showing it at the alert; half_onset_a: onset in one half of the prompts; half_onset_b: onset in the other; groups_used: groups compared; groups_skipped: groups that could not be; reward_part_association: the same difference on each reward part; baseline_prompts_showing: prompts that showed it in the baseline; reason: figure=code for every figure that is missing; later_steps: scorable steps after the alert; beyond_steps: those that keep the change; split_step: onset of the strongest change of the retrospective rule; split_p_value: its chance under the null; whole_shift: change from baseline to alert window; alert_prompts: prompts from onset to alert; alert_prompts_showing: those that show it; baseline_prompts: prompts of the baseline; unscored_skipped: completions of the event window without a reward, left out of the reward difference
-- requires: analysis, evidence, feature
-- portable: yes
create view rolloutdiff.report_evidence as
select
    e.analysis_id,
    e.run,
    e.rule,
    f.name as feature,
    f.tier,
    e.status,
    e.replication,
    e.window_corroborated,
    round(e.persistence, 6) as persistence,
    round(e.reward_association, 6) as reward_association,
    round(e.reward_association_se, 6) as reward_association_se,
    round(e.same_prompt_shift, 6) as same_prompt_shift,
    round(e.prompt_mix_shift, 6) as prompt_mix_shift,
    round(e.prompt_breadth, 6) as prompt_breadth,
    e.half_onset_a,
    e.half_onset_b,
    e.groups_used,
    e.groups_skipped,
    e.reward_part_association,
    e.baseline_prompts_showing,
    e.reason,
    e.later_steps,
    e.beyond_steps,
    e.split_step,
    round(e.split_p_value, 6) as split_p_value,
    round(e.whole_shift, 6) as whole_shift,
    e.alert_prompts,
    e.alert_prompts_showing,
    e.baseline_prompts,
    e.unscored_skipped
from rolloutdiff.evidence as e
inner join rolloutdiff.feature as f on f.feature_id = e.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = e.analysis_id
where a.complete;
