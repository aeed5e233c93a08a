-- name: report_audit_premium_screening
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Whether and since when the premium of a feature changed, by slice and sequential rule.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; rule: sequential rule and version; feature: name with its tier, NULL where a slice has none to follow; status: alert, quiet or unscorable; reason: why a series is unscorable; baseline_mean: premium in the baseline; baseline_sd: standard deviation of the slopes in the baseline; onset_step: first step of the change; alert_step: step at which the rule is met; direction: rise or fall; statistic: statistic of the rule; threshold: its line; p_value: chance under the null; e_value: evidence against no change; change: estimated change of the premium
-- requires: analysis, audit, audit_premium_screening, feature
-- portable: yes
create view rolloutdiff.report_audit_premium_screening as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.rule,
    f.name as feature,
    x.status,
    x.reason,
    round(x.baseline_mean, 6) as baseline_mean,
    round(x.baseline_sd, 6) as baseline_sd,
    x.onset_step,
    x.alert_step,
    x.direction,
    round(x.statistic, 4) as statistic,
    round(x.threshold, 4) as threshold,
    round(x.p_value, 6) as p_value,
    round(x.e_value, 4) as e_value,
    round(x.change, 6) as change
from rolloutdiff.audit_premium_screening as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
left join rolloutdiff.feature as f on f.feature_id = x.feature_id
where a.complete and n.complete;
