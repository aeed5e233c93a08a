-- name: calibration
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per run and rule: how many series it scored, how many alerts, and how many of them noise alone would give; figures that a rule does not have are NULL.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; series: scorable series; alerts: those that alert; headlines: alerts on the headline list; alpha: chance of an alert in a series without a change; threshold: line of the statistic, of a retrospective rule the one of the median series; expected_false_alerts: alerts that a list of as many series without a change would give; bulk_ratio: median statistic over its median without a change, near 1 when the noise is understood; deff: design effect, completions of a prompt against independent ones; kappa_squared: variance of drift over sampling variance, from the baseline steps; kappa_squared_high: its upper bound; drift: noise that was allowed for, in words; prompts: how prompts were taken into account, fresh, pool, effects or single
-- requires: none
-- portable: yes
create table rolloutdiff.calibration (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    series bigint not null,
    alerts bigint not null,
    headlines bigint,
    alpha double,
    threshold double,
    expected_false_alerts double,
    bulk_ratio double,
    deff double,
    kappa_squared double,
    kappa_squared_high double,
    drift varchar,
    prompts varchar
);
