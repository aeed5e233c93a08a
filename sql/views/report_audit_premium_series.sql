-- name: report_audit_premium_series
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Slope of the reward on the count of a feature inside the prompts of one step, by slice, features that are surely paid held fixed.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; feature: name with its tier; step: training step; slope: reward per occurrence; with several slices minus the median over the features of the slice; se: standard error, clusters are prompts; z: slope over se; prompts: prompts whose completions differ in the count; weight: sum of squared centred counts
-- requires: analysis, audit, audit_premium_series, feature
-- portable: yes
create view rolloutdiff.report_audit_premium_series as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    f.name as feature,
    x.step,
    round(x.slope, 6) as slope,
    round(x.se, 6) as se,
    round(x.z, 4) as z,
    x.prompts,
    round(x.weight, 6) as weight
from rolloutdiff.audit_premium_series as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
inner join rolloutdiff.feature as f on f.feature_id = x.feature_id
where a.complete and n.complete;
