-- name: count_tokens
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts of the structural and shape features per rollout.
-- params: analysis_id VARCHAR: analysis; extractor VARCHAR: version and limits of the extraction; after BIGINT: last step that is counted already, NULL for none
-- returns: none
-- requires: extraction, feature, feature_count
-- portable: yes
insert into rolloutdiff.feature_count
with
-- one row per rollout and token. Rollouts are joined before lists are taken apart, and other extractions have none: a
-- filter on them would make DuckDB expect few, and hold all lists in memory for the join.
token as (
    select
        e.rollout_id, a.step,
        unnest(case when e.extractor = $extractor then e.feature end) as name,
        unnest(case when e.extractor = $extractor then e.count end) as n
    from rolloutdiff.extraction as e
    inner join run_rollout as a on a.rollout_id = e.rollout_id
    where $after::bigint is null or a.step > $after::bigint
)
select f.feature_id, t.rollout_id, t.step, t.n
from token as t
inner join rolloutdiff.feature as f on f.name = t.name
where f.analysis_id = $analysis_id and f.tier in ('ast', 'shape');
