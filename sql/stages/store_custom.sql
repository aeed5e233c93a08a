-- name: store_custom
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Names the custom features and keeps their counts; custom_known is an Arrow table.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: analysis_rollout, feature, feature_count
-- portable: no
insert into rolloutdiff.feature
with
-- one row per custom feature that some rollout shows
held as (
    select g.name, count(*) as rollouts
    from custom_gathered as g
    group by g.name
)
select
    (select coalesce(max(f.feature_id), 0) from rolloutdiff.feature as f) + row_number() over (order by k.name) as feature_id,
    $analysis_id, 'custom', k.kind, k.name, k.unit, k.scale, coalesce(h.rollouts, 0), 'fixed', 0
from custom_known as k
left join held as h on h.name = k.name
order by 1;

insert into rolloutdiff.feature_count
select f.feature_id, g.rollout_id, a.step, g.n
from custom_gathered as g
inner join rolloutdiff.analysis_rollout as a on a.rollout_id = g.rollout_id and a.analysis_id = $analysis_id
inner join rolloutdiff.feature as f on f.analysis_id = $analysis_id and f.name = g.name and f.tier = 'custom'
order by f.feature_id, g.rollout_id;

drop table custom_gathered;
