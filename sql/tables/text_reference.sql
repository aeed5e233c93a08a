-- name: text_reference
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per rollout whose prompt, completion and extras are left in the dump: these are NULL in rollout.
-- params: none
-- returns: rollout_id: rollout; text_hash: hash of what was left out, to know it again
-- requires: none
-- portable: yes
create table rolloutdiff.text_reference (
    rollout_id bigint not null,
    text_hash ubigint not null
);
