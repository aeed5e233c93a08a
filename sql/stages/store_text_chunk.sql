-- name: store_text_chunk
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the extractions of one chunk; extracted_chunk is an Arrow table.
-- params: none
-- returns: none
-- requires: none
-- portable: no
insert into text_extraction
select x.text_hash::uhugeint, x.status, x.prose, x.feature, x.count
from extracted_chunk as x;
