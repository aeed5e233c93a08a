-- name: screening
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per series and rule: alert, quiet or unscorable with the reason.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: detection rule and version; feature_id: feature; status: alert, quiet or unscorable; reason: why a series is unscorable; baseline_mean: frozen baseline; baseline_sd: standard deviation of the step means in the baseline, as the rule takes it; onset_step: first step of the change; alert_step: step at which the rule is met; direction: rise or fall; statistic: statistic of the rule; threshold: its line; p_value: NULL for rules without one; q_value: NULL for rules without one; detectable_rise: smallest lasting change the rule could have seen; e_value: evidence against no change, NULL for rules without one; change: estimated change from the baseline; headline: whether the alert is large and sure enough for the headline list, NULL for rules without one
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
    detectable_rise double,
    e_value double,
    change double,
    headline boolean
);
