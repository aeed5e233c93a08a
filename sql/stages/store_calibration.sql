-- name: store_calibration
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps what each rule counted and assumed on one run; calibrated is an Arrow table.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: none
-- requires: calibration
-- portable: no
insert into rolloutdiff.calibration
select
    $analysis_id, $run, x.rule, x.series, x.alerts, x.headlines, x.alpha, x.threshold, x.expected_false_alerts, x.bulk_ratio,
    x.deff, x.kappa_squared, x.kappa_squared_high, x.drift, x.prompts
from calibrated as x
order by x.rule;
