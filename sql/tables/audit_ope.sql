-- name: audit_ope
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice and one for their mean: value of another policy from completions of this one.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice; balanced for the unweighted mean over slices; target: policy that is valued; n: completions with an outcome and both log-probabilities; ref_mean: mean outcome of the completions themselves; snips: self-normalised importance-weighted mean; ess: effective sample size of the weights; gain: snips minus ref_mean; ci_lo: lower end of the 95 % bootstrap interval of the gain; ci_hi: its upper end; direct: value by a model of the outcome, NULL without one; residual_adjusted: the same, residuals weighted; verdict: improved, regressed, inconclusive or insufficient_overlap; reason: why figures are missing
-- requires: none
-- portable: yes
create table rolloutdiff.audit_ope (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    target varchar not null,
    n bigint not null,
    ref_mean double,
    snips double,
    ess double,
    gain double,
    ci_lo double,
    ci_hi double,
    direct double,
    residual_adjusted double,
    verdict varchar,
    reason varchar
);
