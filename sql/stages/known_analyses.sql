-- name: known_analyses
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Every analysis of a warehouse, unfinished ones too, with the runs it covers.
-- params: none
-- returns: analysis_id, complete, runs
-- requires: analysis, analysis_run
-- portable: no
select
    a.analysis_id,
    any_value(a.complete) as complete,
    coalesce(list(r.run order by r.run) filter (where r.run is not null), []) as runs
from rolloutdiff.analysis as a
left join rolloutdiff.analysis_run as r on r.analysis_id = a.analysis_id
group by a.analysis_id
order by a.analysis_id;
