-- name: report_alert
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Every alert with its size, and the alert that already shows the same completions.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; feature: name with its tier; tier: tier; kind: binary or continuous; status: alert; reason: NULL; baseline_mean: frozen baseline; baseline_sd: standard deviation of the step means in the baseline, as the rule takes it; onset_step: first step of the change; alert_step: step at which the rule is met; direction: rise or fall; statistic: statistic of the rule; threshold: its line; p_value: chance under the null; q_value: adjusted over the list; detectable_rise: smallest lasting change the rule could have seen; unit: unit of the mean; peak_mean: step mean farthest from the baseline in the alert direction; peak_step: its step; recent_mean: mean of the last five steps; rise: recent mean minus baseline mean; folded_under: feature that already shows the same completions; e_value: evidence against no change, at most 1 in expectation without one; change: estimated change from the baseline, in the unit of the feature; headline: whether the alert is large and sure enough for the headline list, NULL for rules without one; dump_change: step near the onset at which the form of the dump changes, NULL where none does
-- requires: alert, analysis, dump_change_near_v1, feature, screening
-- portable: yes
create view rolloutdiff.report_alert as
select
    s.analysis_id,
    s.run,
    s.rule,
    f.name as feature,
    f.tier,
    f.kind,
    s.status,
    s.reason,
    round(s.baseline_mean, case when f.tier = 'mismatch' then 12 else 6 end) as baseline_mean,
    round(s.baseline_sd, case when f.tier = 'mismatch' then 12 else 6 end) as baseline_sd,
    s.onset_step,
    s.alert_step,
    s.direction,
    round(s.statistic, 4) as statistic,
    round(s.threshold, 4) as threshold,
    round(s.p_value, 6) as p_value,
    round(s.q_value, 6) as q_value,
    round(s.detectable_rise, case when f.tier = 'mismatch' then 12 else 6 end) as detectable_rise,
    f.unit,
    round(t.peak_mean, case when f.tier = 'mismatch' then 12 else 6 end) as peak_mean,
    t.peak_step,
    round(t.recent_mean, case when f.tier = 'mismatch' then 12 else 6 end) as recent_mean,
    round(t.rise, case when f.tier = 'mismatch' then 12 else 6 end) as rise,
    u.name as folded_under,
    round(s.e_value, 4) as e_value,
    round(s.change, case when f.tier = 'mismatch' then 12 else 6 end) as change,
    s.headline,
    rolloutdiff.dump_change_near_v1(s.analysis_id, s.run, s.onset_step) as dump_change
from rolloutdiff.screening as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = s.analysis_id
inner join rolloutdiff.alert as t
    on t.analysis_id = s.analysis_id and t.run = s.run and t.rule = s.rule and t.feature_id = s.feature_id
left join rolloutdiff.feature as u on u.feature_id = t.folded_under
where a.complete and s.status = 'alert';
