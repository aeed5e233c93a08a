-- name: fresh_text_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Number of distinct texts still to extract from.
-- params: none
-- returns: texts
-- requires: none
-- portable: no
select count(*) as texts
from fresh_text as f;
