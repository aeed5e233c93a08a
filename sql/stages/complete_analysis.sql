-- name: complete_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes an analysis visible to the report views.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: analysis
-- portable: no
update rolloutdiff.analysis as a
set complete = true
where a.analysis_id = $analysis_id;
