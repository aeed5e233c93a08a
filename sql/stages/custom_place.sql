-- name: custom_place
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Where a rollout comes from.
-- params: rollout_id BIGINT: rollout
-- returns: run, step, source_file, source_row
-- requires: rollout
-- portable: yes
select r.run, r.step, r.source_file, r.source_row
from rolloutdiff.rollout as r
where r.rollout_id = $rollout_id;
