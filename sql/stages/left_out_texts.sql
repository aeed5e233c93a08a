-- name: left_out_texts
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: How many rollouts of some runs have their texts in the dump only.
-- params: runs VARCHAR[]: runs
-- returns: rollouts
-- requires: rollout, text_reference
-- portable: no
select count(*) as rollouts
from rolloutdiff.text_reference as t
inner join rolloutdiff.rollout as r on r.rollout_id = t.rollout_id
where list_contains($runs, r.run);
