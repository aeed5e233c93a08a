-- name: has_texts
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Whether any prompt or completion is in the warehouse.
-- params: none
-- returns: has_texts
-- requires: rollout
-- portable: no
select exists (
    select r.rollout_id
    from rolloutdiff.rollout as r
    where r.prompt is not null or r.response is not null
) as has_texts;
