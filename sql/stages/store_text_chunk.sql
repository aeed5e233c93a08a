-- name: store_text_chunk
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Stores the extractions of one chunk for the first rollout of every text; extracted_chunk is an Arrow stream in order of rollout.
-- params: extractor VARCHAR: version and limits of the extraction
-- returns: none
-- requires: extraction
-- portable: yes
insert into rolloutdiff.extraction
select x.rollout_id, $extractor, x.status, x.prose, x.feature, x.count
from extracted_chunk as x;
