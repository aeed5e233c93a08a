-- name: report_shift
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Every change found by a retrospective rule, and the best candidate of series in which it found none.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; feature: name with its tier; tier: tier; shape: step, pulse, ramp, drift or spike, NULL where nothing was found; onset_step: onset; onset_low: lower end of the onset set; onset_high: upper end; start_step: first tenth of the change; half_step: half of the change; end_step: end of a pulse; before_mean: level before; after_mean: level after; statistic: test statistic; threshold: its line; p_value: chance under the null; q_value: adjusted over the list; place: which change of the series, from 1, the strongest first; onset_at: what the onset means, ten_points (level before plus ten points) or half_change, NULL for the first step after a split
-- requires: analysis, feature, shift
-- portable: yes
create view rolloutdiff.report_shift as
select
    s.analysis_id,
    s.run,
    s.rule,
    f.name as feature,
    f.tier,
    s.shape,
    s.onset_step,
    s.onset_low,
    s.onset_high,
    s.start_step,
    s.half_step,
    s.end_step,
    round(s.before_mean, case when f.tier = 'mismatch' then 12 else 6 end) as before_mean,
    round(s.after_mean, case when f.tier = 'mismatch' then 12 else 6 end) as after_mean,
    round(s.statistic, 4) as statistic,
    round(s.threshold, 4) as threshold,
    round(s.p_value, 6) as p_value,
    round(s.q_value, 6) as q_value,
    s.place,
    s.onset_at
from rolloutdiff.shift as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = s.analysis_id
where a.complete;
