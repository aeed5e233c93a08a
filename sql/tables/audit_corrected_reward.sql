-- name: audit_corrected_reward
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per rollout of a slice with a correction: the reward without the premiums.
-- params: none
-- returns: audit_id: audit; rollout_id: rollout; run: run; slice: slice of the prompts; correction: sum of premium times value; corrected: reward minus correction
-- requires: none
-- portable: yes
create table rolloutdiff.audit_corrected_reward (
    audit_id varchar not null,
    rollout_id bigint not null,
    run varchar not null,
    slice varchar not null,
    correction double not null,
    corrected double not null
);
