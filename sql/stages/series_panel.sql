-- name: series_panel
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: All points of one run, for the detectors; series that count what changes with the form of the dump have no values.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run
-- returns: feature_id, is_binary, step, mean, se, prompts, samples, positives, within_sd, admitted_index
-- requires: dump_change, feature, series_point
-- portable: no
with
-- one row per series of the run that counts what changes with the form of the dump
altered as (
    select distinct c.feature_id
    from rolloutdiff.dump_change as c
    where c.run = $run and c.feature_id is not null
)
select
    p.feature_id, f.kind = 'binary' as is_binary, p.step, case when a.feature_id is null then p.mean end as mean,
    case when a.feature_id is null then p.se end as se, case when a.feature_id is null then p.prompts else 0 end as prompts,
    case when a.feature_id is null then p.samples else 0 end as samples,
    case when a.feature_id is null then p.positives else 0 end as positives,
    case when a.feature_id is null then p.within_sd end as within_sd, f.admitted_index
from rolloutdiff.series_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
left join altered as a on a.feature_id = p.feature_id
where p.analysis_id = $analysis_id and p.run = $run
order by p.feature_id, p.step;
