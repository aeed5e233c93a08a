-- name: forget_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes the extractions that only analyses about to be forgotten need, and those of a run about to be forgotten.
-- params: analyses VARCHAR[]: analyses about to be forgotten; run VARCHAR: run about to be forgotten with all its analyses, or NULL
-- returns: none
-- requires: analysis_rollout, extraction, rollout
-- portable: no
delete from rolloutdiff.extraction as e
where
    e.rollout_id in (
        select a.rollout_id
        from rolloutdiff.analysis_rollout as a
        where list_contains($analyses, a.analysis_id)
        union all
        select r.rollout_id
        from rolloutdiff.rollout as r
        where r.run = $run
    )
    and e.rollout_id not in (
        select a.rollout_id
        from rolloutdiff.analysis_rollout as a
        where not list_contains($analyses, a.analysis_id)
    );
