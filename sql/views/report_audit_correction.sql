-- name: report_audit_correction
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: What has to be taken off the reward per occurrence, by slice.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; place: order in which terms were found; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); kind: single, cooc (two features in one completion) or adj (one word followed by another); feature: name with its tier, of a cooc both; premium: coefficient, in the unit of the reward; reason: why there is no term
-- requires: analysis, audit, audit_correction, feature
-- portable: yes
create view rolloutdiff.report_audit_correction as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.place,
    x.span,
    x.kind,
    f.name || coalesce(' & ' || o.name, '') as feature,
    round(x.premium, 6) as premium,
    x.reason
from rolloutdiff.audit_correction as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
left join rolloutdiff.feature as f on f.feature_id = x.feature_id
left join rolloutdiff.feature as o on o.feature_id = x.other_id
where a.complete and n.complete;
