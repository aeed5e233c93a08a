-- name: store_screening
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the verdicts of one rule; screened is an Arrow table.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; rule VARCHAR: rule
-- returns: none
-- requires: screening
-- portable: no
insert into rolloutdiff.screening
select
    $analysis_id, $run, $rule, x.feature_id, x.status, x.reason, x.baseline_mean, x.baseline_sd, x.onset_step, x.alert_step,
    x.direction, x.statistic, x.threshold, x.p_value, x.q_value, x.detectable_rise, x.e_value, x.change, x.headline
from screened as x
order by x.feature_id;
