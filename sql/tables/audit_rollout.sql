-- name: audit_rollout
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per rollout of an audit: its slice, its group, and the outcomes that premiums are sought in.
-- params: none
-- returns: audit_id: audit; rollout_id: rollout; run: run; step: training step; slice: slice of the prompts; prompt_no: number of the prompt in its run, the cluster of the errors; group_no: number of the group in its run: one prompt at one step in one slice; reward: reward over reward_unit, NULL when not scored; gold: trusted outcome over reward_unit, NULL when unknown; logprob: log-probability of the completion under the policy that wrote it; ref_logprob: log-probability under the reference policy; target_logprob: log-probability under the policy to be valued
-- requires: none
-- portable: yes
create table rolloutdiff.audit_rollout (
    audit_id varchar not null,
    rollout_id bigint not null,
    run varchar not null,
    step bigint not null,
    slice varchar not null,
    prompt_no integer not null,
    group_no integer not null,
    reward double,
    gold double,
    logprob double,
    ref_logprob double,
    target_logprob double
);
