-- name: inspect_staged
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Staged rows at given places of a dump, with the names under which they would be loaded.
-- params: files VARCHAR[]: source files; rows BIGINT[]: rows beside them
-- returns: source_file, source_row, step, sample_id, prompt_id, prompt, response
-- requires: none
-- portable: no
with
-- one row per place
place as (
    select unnest($files::varchar[]) as source_file, unnest($rows::bigint[]) as source_row
)
select
    s.source_file,
    s.source_row,
    s.step,
    coalesce(s.sample_id, s.source_file || ':' || s.source_row::varchar) as sample_id,
    coalesce(s.prompt_id, left(sha256(s.prompt), 32)) as prompt_id,
    s.prompt,
    s.response
from staged_row as s
semi join place as p on p.source_file = s.source_file and p.source_row = s.source_row
where s.reject_reason is null
order by s.source_file, s.source_row;
