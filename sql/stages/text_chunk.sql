-- name: text_chunk
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The next distinct texts to extract from, in order of rollout.
-- params: after BIGINT: last rollout already done; chunk_rows BIGINT: most rows to return; chunk_bytes BIGINT: bytes of text after which no further row is added
-- returns: rollout_id, response, opened
-- requires: rollout
-- portable: no
with
-- one row per distinct text of this chunk, or of what follows it
next_text as (
    select f.rollout_id, f.opened, f.bytes
    from fresh_text as f
    where f.rollout_id > $after
    order by f.rollout_id
    limit $chunk_rows
),
-- one row per distinct text of this chunk
chunk as (
    select n.rollout_id, n.opened
    from next_text as n
    qualify sum(n.bytes) over (order by n.rollout_id) - n.bytes < $chunk_bytes
)
select c.rollout_id, r.response, c.opened
from chunk as c
inner join rolloutdiff.rollout as r on r.rollout_id = c.rollout_id
order by c.rollout_id;
