-- name: audit_run_assessment
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice and one for the run: whether the trained policy is fit to be used.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice; balanced for the run; flag: whether the slice is flagged; marker: feature or pair with the largest strength; marker_shift: change of its mean count from the first to the last steps; kl: mean of logprob minus ref_logprob in the last steps; ess: effective sample size, NULL on policy; gain: gain of the policy in gold; basis: off_policy, or on_policy where gold of the first and the last steps is compared; NULL without gold; ship: whether nothing stands against it; issues: what stands against it
-- requires: none
-- portable: yes
create table rolloutdiff.audit_run_assessment (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    flag boolean not null,
    marker varchar,
    marker_shift double,
    kl double,
    ess double,
    gain double,
    basis varchar,
    ship boolean not null,
    issues varchar[] not null
);
