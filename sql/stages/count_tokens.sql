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
-- one row per rollout and token; joined before lists are taken apart, which repeats rows for little
token as (
    select e.rollout_id, a.step, unnest(e.feature) as name, unnest(e.count) as n
    from rolloutdiff.extraction as e
    inner join run_rollout as a on a.rollout_id = e.rollout_id
    where e.extractor = $extractor and ($after::bigint is null or a.step > $after::bigint)
)
select f.feature_id, t.rollout_id, t.step, t.n
from token as t
inner join rolloutdiff.feature as f on f.name = t.name
where f.analysis_id = $analysis_id and f.tier in ('ast', 'shape');
