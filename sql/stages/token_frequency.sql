-- name: token_frequency
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Document frequency of every structural and shape token.
-- params: extractor VARCHAR: version and limits of the extraction
-- returns: none
-- requires: extraction
-- portable: no
create or replace temp table token_frequency as
with
-- one row per rollout and token
token as (
    select unnest(e.feature) as name
    from rolloutdiff.extraction as e
    semi join run_rollout as a on a.rollout_id = e.rollout_id
    where e.extractor = $extractor
)
select t.name, count(*) as document_frequency
from token as t
group by t.name;
