-- name: unfinished_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Analyses that were begun and not completed.
-- params: none
-- returns: analysis_id
-- requires: analysis
-- portable: no
select a.analysis_id
from rolloutdiff.analysis as a
where not a.complete
order by a.analysis_id;
