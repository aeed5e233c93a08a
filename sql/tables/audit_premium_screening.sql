-- name: audit_premium_screening
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice, feature and rule: whether and since when the premium of a feature changed.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; rule: sequential rule and version; feature_id: feature; NULL where a slice has none to follow; status: alert, quiet or unscorable; reason: why a series is unscorable; baseline_mean: premium in the baseline; baseline_sd: standard deviation of the slopes in the baseline; onset_step: first step of the change; alert_step: step at which the rule is met; direction: rise or fall; statistic: statistic of the rule; threshold: its line; p_value: NULL for rules without one; e_value: evidence against no change, NULL for rules without one; change: estimated change of the premium
-- requires: none
-- portable: yes
create table rolloutdiff.audit_premium_screening (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    rule varchar not null,
    feature_id integer,
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
    e_value double,
    change double
);
