-- name: part_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: What was extracted from the rollouts of a warehouse that is merged into another, in their order.
-- params: none
-- returns: the columns of extraction
-- requires: extraction
-- portable: no
select e.rollout_id, e.extractor, e.status, e.prose, e.feature, e.count
from rolloutdiff.extraction as e
order by e.rollout_id;
