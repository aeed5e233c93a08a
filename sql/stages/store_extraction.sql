-- name: store_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Gives every rollout with the text of an earlier one the extraction of that.
-- params: none
-- returns: none
-- requires: extraction
-- portable: yes
insert into rolloutdiff.extraction
select t.rollout_id, e.extractor, e.status, e.prose, e.feature, e.count
from repeated_text as t
inner join rolloutdiff.extraction as e on e.rollout_id = t.first_rollout
order by t.rollout_id;

drop table repeated_text;

drop table fresh_text;
