-- name: fresh_text_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Number of distinct texts still to extract from, and their UTF-8 bytes.
-- params: none
-- returns: texts, bytes
-- requires: none
-- portable: no
select count(*) as texts, coalesce(sum(f.bytes::bigint), 0)::bigint as bytes
from fresh_text as f;
