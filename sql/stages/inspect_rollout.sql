-- name: inspect_rollout
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rollouts of a run that come from given places of its dump.
-- params: run VARCHAR: run; files VARCHAR[]: source files; rows BIGINT[]: rows beside them
-- returns: source_file, source_row, step, sample_id, prompt_id, prompt, response
-- requires: rollout
-- portable: no
with
-- one row per place
place as (
    select unnest($files::varchar[]) as source_file, unnest($rows::bigint[]) as source_row
)
select r.source_file, r.source_row, r.step, r.sample_id, r.prompt_id, r.prompt, r.response
from rolloutdiff.rollout as r
semi join place as p on p.source_file = r.source_file and p.source_row = r.source_row
where r.run = $run
order by r.source_file, r.source_row;
