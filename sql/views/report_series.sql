-- name: report_series
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Prompt-balanced mean of every feature at every step, to six decimals.
-- params: none
-- returns: analysis_id: analysis; run: run; feature: name with its tier; tier: tier; kind: binary or continuous; step: training step; mean: prompt-balanced mean, a share for binary features; se: cluster-robust standard error, NULL with one prompt; prompts: prompts with a value; samples: completions with a value; positives: completions with a count above zero; unit: unit of the mean
-- requires: analysis, feature, series_point
-- portable: yes
create view rolloutdiff.report_series as
select
    p.analysis_id,
    p.run,
    f.name as feature,
    f.tier,
    f.kind,
    p.step,
    round(p.mean, case when f.tier = 'mismatch' then 12 else 6 end) as mean,
    round(p.se, case when f.tier = 'mismatch' then 12 else 6 end) as se,
    p.prompts,
    p.samples,
    p.positives,
    f.unit
from rolloutdiff.series_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
inner join rolloutdiff.analysis as a on a.analysis_id = p.analysis_id
where a.complete;
