-- name: report_audit_auc
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: How well the risk of slices tells exploited from clean ones, when truth labels were given.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; truth_sha256: hash of the labels; auc: chance that an exploited slice has the larger strength, ties count half; n_pos: exploited slices; n_neg: clean slices; tpr: share of exploited slices that are flagged; fpr: share of clean slices that are flagged; reason: why there is no figure
-- requires: analysis, audit, audit_auc
-- portable: yes
create view rolloutdiff.report_audit_auc as
select
    x.audit_id,
    a.analysis_id,
    x.truth_sha256,
    round(x.auc, 6) as auc,
    x.n_pos,
    x.n_neg,
    round(x.tpr, 6) as tpr,
    round(x.fpr, 6) as fpr,
    x.reason
from rolloutdiff.audit_auc as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
where a.complete and n.complete;
