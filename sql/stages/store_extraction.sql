-- name: store_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Gives every rollout the extraction of its text.
-- params: extractor VARCHAR: version and limits of the extraction
-- returns: none
-- requires: extraction
-- portable: no
delete from rolloutdiff.extraction as e
where e.rollout_id in (select k.rollout_id from text_key as k);

insert into rolloutdiff.extraction
select k.rollout_id, $extractor, x.status, x.prose, x.feature, x.count
from text_key as k
inner join text_extraction as x on x.text_hash = k.text_hash
order by k.rollout_id;

drop table text_extraction;

drop table fresh_text;

drop table text_key;
