-- name: report_audit_dose
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Mean excess of the outcome over its group by number of occurrences, for features that lead or are flagged.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); outcome: what the premium is on: reward, gold, or gap (reward minus gold); feature: name with its tier; dose: occurrences in the completion; 8 stands for 8 and more; n: completions; mean_excess: mean of outcome minus the mean of its group
-- requires: analysis, audit, audit_dose, feature
-- portable: yes
create view rolloutdiff.report_audit_dose as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.span,
    x.outcome,
    f.name as feature,
    x.dose,
    x.n,
    round(x.mean_excess, 6) as mean_excess
from rolloutdiff.audit_dose as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
inner join rolloutdiff.feature as f on f.feature_id = x.feature_id
where a.complete and n.complete;
