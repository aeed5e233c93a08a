-- name: screening
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per series and rule: alert, quiet or unscorable with the reason.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: detection rule and version; feature_id: feature; status: alert, quiet or unscorable; reason: why a series is unscorable; baseline_mean: frozen baseline; baseline_sd: between-step standard deviation of the baseline, floored; onset_step: first step beyond the line; alert_step: step at which the rule is met; direction: rise or fall; statistic: z of the rule; threshold: line in standard errors; p_value: NULL for rules without one; q_value: NULL for rules without one; detectable_rise: smallest lasting change the rule could have seen
-- requires: none
-- portable: yes
create table rolloutdiff.screening (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    status varchar not null,
    reason varchar,
    baseline_mean double,
    baseline_sd double,
    onset_step bigint,
    alert_step bigint,
    direction varchar,
    statistic double,
    threshold double,
    p_value double,
    q_value double,
    detectable_rise double
);
