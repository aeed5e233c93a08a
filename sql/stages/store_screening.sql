-- name: store_screening
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the verdicts of one rule; screened is an Arrow table. Of series that change with the form of the dump that is the reason.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; rule VARCHAR: rule
-- returns: none
-- requires: dump_change, screening
-- portable: no
insert into rolloutdiff.screening
select
    $analysis_id, $run, $rule, x.feature_id, x.status,
    case when exists (select c.step from rolloutdiff.dump_change as c where c.run = $run and c.feature_id = x.feature_id) then 'dump_change' else x.reason end,
    x.baseline_mean, x.baseline_sd, x.onset_step, x.alert_step,
    x.direction, x.statistic, x.threshold, x.p_value, x.q_value, x.detectable_rise, x.e_value, x.change, x.headline
from screened as x
order by x.feature_id;
