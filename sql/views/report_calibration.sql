-- name: report_calibration
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: How far every rule can be trusted on a run: series, alerts, and how many alerts noise alone would give.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; series: scorable series; alerts: those that alert; headlines: alerts on the headline list; alpha: chance of an alert in a series without a change; threshold: line of the statistic, of a retrospective rule the one of the median series; expected_false_alerts: alerts that a list of as many series without a change would give; bulk_ratio: median statistic over its median without a change, near 1 when the noise is understood; deff: design effect, completions of a prompt against independent ones; kappa_squared: variance of drift over sampling variance, from the baseline steps; kappa_squared_high: its upper bound; drift: noise that was allowed for, in words; prompts: how prompts were taken into account, fresh, pool, effects or single
-- requires: analysis, calibration
-- portable: yes
create view rolloutdiff.report_calibration as
select
    c.analysis_id,
    c.run,
    c.rule,
    c.series,
    c.alerts,
    c.headlines,
    c.alpha,
    round(c.threshold, 4) as threshold,
    round(c.expected_false_alerts, 4) as expected_false_alerts,
    round(c.bulk_ratio, 4) as bulk_ratio,
    round(c.deff, 4) as deff,
    round(c.kappa_squared, 4) as kappa_squared,
    round(c.kappa_squared_high, 4) as kappa_squared_high,
    c.drift,
    c.prompts
from rolloutdiff.calibration as c
inner join rolloutdiff.analysis as a on a.analysis_id = c.analysis_id
where a.complete;
