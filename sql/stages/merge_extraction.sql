-- name: merge_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds what was extracted from the rollouts of one part of a dump; part_row is an Arrow stream of it.
-- params: after BIGINT: last rollout of the parts before
-- returns: none
-- requires: extraction
-- portable: no
insert into rolloutdiff.extraction
select x.rollout_id + $after, x.extractor, x.status, x.prose, x.feature, x.count
from part_row as x;
