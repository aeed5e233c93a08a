-- name: store_shift
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the shifts that a retrospective rule found or looked for; found_shift is an Arrow table.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; rule VARCHAR: rule
-- returns: none
-- requires: shift
-- portable: no
insert into rolloutdiff.shift
select
    $analysis_id, $run, $rule, x.feature_id, x.shape, x.onset_step, x.onset_low, x.onset_high, x.start_step, x.half_step, x.end_step,
    x.before_mean, x.after_mean, x.statistic, x.threshold, x.p_value, x.q_value, x.place, x.onset_at
from found_shift as x
order by x.feature_id, x.place;
