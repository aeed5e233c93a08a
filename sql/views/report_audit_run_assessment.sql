-- name: report_audit_run_assessment
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Whether the trained policy is fit to be used, by slice and for the run.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice; balanced for the run; flag: whether the slice is flagged; marker: feature or pair with the largest strength; marker_shift: change of its mean count from the first to the last steps; kl: mean of logprob minus ref_logprob in the last steps; ess: effective sample size; gain: gain of the target policy; basis: off_policy, or on_policy where gold of the first and the last steps is compared; ship: whether nothing stands against it; issues: what stands against it
-- requires: analysis, audit, audit_run_assessment
-- portable: yes
create view rolloutdiff.report_audit_run_assessment as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.flag,
    x.marker,
    round(x.marker_shift, 6) as marker_shift,
    round(x.kl, 6) as kl,
    round(x.ess, 4) as ess,
    round(x.gain, 6) as gain,
    x.basis,
    x.ship,
    x.issues
from rolloutdiff.audit_run_assessment as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
where a.complete and n.complete;
