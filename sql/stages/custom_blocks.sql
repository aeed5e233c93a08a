-- name: custom_blocks
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Ranges of rollouts with about block_bytes of text each, in which custom features are evaluated.
-- params: analysis_id VARCHAR: analysis; block_bytes BIGINT: UTF-8 bytes of text per range; with_prompt BOOLEAN: whether prompts are read too
-- returns: first_rollout, last_rollout
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per rollout; a row has a cost of its own, so that empty texts do not make endless ranges
size as (
    select a.rollout_id, 64 + coalesce(strlen(r.response), 0) + case when $with_prompt then strlen(r.prompt) else 0 end as bytes
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row per rollout: the range in which its text begins
placed as (
    select s.rollout_id, (sum(s.bytes::bigint) over (order by s.rollout_id rows unbounded preceding)::bigint - s.bytes) // $block_bytes as block
    from size as s
)
select min(p.rollout_id) as first_rollout, max(p.rollout_id) as last_rollout
from placed as p
group by p.block
order by first_rollout;
