-- name: leave_out_texts
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Takes prompts, completions and other columns of the dump out of the warehouse, for some runs; a hash of them stays.
-- params: runs VARCHAR[]: runs
-- returns: none
-- requires: rollout, text_hash_v1, text_reference
-- portable: no
insert into rolloutdiff.text_reference
select r.rollout_id, rolloutdiff.text_hash_v1(r.prompt, r.response, r.extras::varchar)
from rolloutdiff.rollout as r
where
    list_contains($runs, r.run)
    and r.rollout_id not in (select t.rollout_id from rolloutdiff.text_reference as t)
order by r.rollout_id;

update rolloutdiff.rollout as r
set prompt = null, response = null, extras = null
where list_contains($runs, r.run);
