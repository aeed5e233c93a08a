-- name: report_audit_ope
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Value of another policy from completions of this one, by slice and for their mean.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice; balanced for the unweighted mean over slices; target: policy that is valued; n: completions with an outcome and both log-probabilities; ref_mean: mean outcome of the completions; snips: self-normalised importance-weighted mean; ess: effective sample size of the weights; gain: snips minus ref_mean; ci_lo: lower end of the 95 % interval of the gain; ci_hi: its upper end; direct: value by a model of the outcome; residual_adjusted: the same, residuals weighted; verdict: improved, regressed, inconclusive or insufficient_overlap; reason: why figures are missing
-- requires: analysis, audit, audit_ope
-- portable: yes
create view rolloutdiff.report_audit_ope as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.target,
    x.n,
    round(x.ref_mean, 6) as ref_mean,
    round(x.snips, 6) as snips,
    round(x.ess, 4) as ess,
    round(x.gain, 6) as gain,
    round(x.ci_lo, 6) as ci_lo,
    round(x.ci_hi, 6) as ci_hi,
    round(x.direct, 6) as direct,
    round(x.residual_adjusted, 6) as residual_adjusted,
    x.verdict,
    x.reason
from rolloutdiff.audit_ope as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
where a.complete and n.complete;
