-- name: scan_advantage
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Staged rows with the advantage that the trainer logged, in the order of their files; no row where no
--   trainer logged one.
-- params: names VARCHAR[]: reward parts whose values to give
-- returns: source_file, is_new (the prompt is another than in the row before), advantage, vals (values of the parts)
-- requires: finite_number_v1
-- portable: no
with
-- one row per usable row
held as (
    select
        s.source_file,
        s.source_row,
        s.prompt,
        rolloutdiff.finite_number_v1(
            coalesce(json_extract_string(s.extras, '$.advantage'), json_extract_string(s.extras, '$.advantages'))
        ) as advantage,
        list_transform($names::varchar[], lambda n: s.reward_parts[n]) as vals
    from staged_row as s
    where s.reject_reason is null
)
select
    h.source_file,
    h.prompt is distinct from lag(h.prompt) over (partition by h.source_file order by h.source_row) as is_new,
    h.advantage,
    h.vals
from held as h
where exists (select 1 from held as o where o.advantage is not null)
order by h.source_file, h.source_row;
