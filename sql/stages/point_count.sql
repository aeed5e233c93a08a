-- name: point_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Number of points of all series of an analysis.
-- params: analysis_id VARCHAR: analysis
-- returns: points
-- requires: series_point
-- portable: yes
select count(*) as points
from rolloutdiff.series_point as p
where p.analysis_id = $analysis_id;
