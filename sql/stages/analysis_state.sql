-- name: analysis_state
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Whether an analysis exists and is complete, and whether its counts are still there.
-- params: analysis_id VARCHAR: analysis
-- returns: complete, counted
-- requires: analysis, analysis_uncounted
-- portable: no
select
    a.complete,
    not exists (
        select u.analysis_id
        from rolloutdiff.analysis_uncounted as u
        where u.analysis_id = a.analysis_id
    ) as counted
from rolloutdiff.analysis as a
where a.analysis_id = $analysis_id;
