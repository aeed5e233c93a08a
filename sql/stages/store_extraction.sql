-- name: store_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Gives every rollout with the text of an earlier one the extraction of that, for texts that were read between two rollouts.
-- params: after BIGINT: last rollout whose text was read before; last BIGINT: last one whose text was read now
-- returns: none
-- requires: extraction
-- portable: yes
insert into rolloutdiff.extraction
select t.rollout_id, e.extractor, e.status, e.prose, e.feature, e.count
from repeated_text as t
inner join rolloutdiff.extraction as e on e.rollout_id = t.first_rollout
where t.first_rollout > $after and t.first_rollout <= $last
order by t.rollout_id;
