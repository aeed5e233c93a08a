-- name: extracted_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rollouts of a warehouse, and how many of them were extracted.
-- params: extractor VARCHAR: version and limits of the extraction
-- returns: rollouts, extracted
-- requires: extraction, rollout
-- portable: no
select count(*) as rollouts, count(e.rollout_id) as extracted
from rolloutdiff.rollout as r
left join rolloutdiff.extraction as e on e.rollout_id = r.rollout_id and e.extractor = $extractor;
