-- name: clear_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes what was extracted earlier from the rollouts that are extracted now.
-- params: none
-- returns: none
-- requires: extraction
-- portable: no
delete from rolloutdiff.extraction as e
where
    e.rollout_id in (
        select f.rollout_id
        from fresh_text as f
        union all
        select r.rollout_id
        from repeated_text as r
    );
