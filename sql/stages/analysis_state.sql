-- name: analysis_state
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Whether an analysis exists and is complete.
-- params: analysis_id VARCHAR: analysis
-- returns: complete
-- requires: analysis
-- portable: no
select a.complete
from rolloutdiff.analysis as a
where a.analysis_id = $analysis_id;
