-- name: inspect_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Complete analyses of a warehouse with their runs and settings.
-- params: none
-- returns: analysis_id, runs, settings
-- requires: analysis, analysis_run
-- portable: no
select a.analysis_id, list(r.run order by r.run) as runs, any_value(a.settings)::varchar as settings
from rolloutdiff.analysis as a
inner join rolloutdiff.analysis_run as r on r.analysis_id = a.analysis_id
where a.complete
group by a.analysis_id
order by a.analysis_id;
