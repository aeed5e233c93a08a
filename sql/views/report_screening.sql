-- name: report_screening
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Verdict of every rule on every series; unscorable ones with the reason.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; feature: name with its tier; tier: tier; kind: binary or continuous; status: alert, quiet or unscorable; reason: why a series is unscorable; baseline_mean: frozen baseline; baseline_sd: standard deviation of the step means in the baseline, as the rule takes it; onset_step: first step of the change; alert_step: step at which the rule is met; direction: rise or fall; statistic: statistic of the rule; threshold: its line; p_value: chance under the null; q_value: adjusted over the list; detectable_rise: smallest lasting change the rule could have seen, in the unit of the feature; unit: unit of the mean; e_value: evidence against no change, at most 1 in expectation without one; change: estimated change from the baseline, in the unit of the feature; headline: whether the alert is large and sure enough for the headline list, NULL for rules without one
-- requires: analysis, feature, screening
-- portable: yes
create view rolloutdiff.report_screening as
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
    round(s.e_value, 4) as e_value,
    round(s.change, case when f.tier = 'mismatch' then 12 else 6 end) as change,
    s.headline
from rolloutdiff.screening as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = s.analysis_id
where a.complete;
