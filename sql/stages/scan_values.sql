-- name: scan_values
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Range and coverage of every reward part of the staged rows, by name.
-- params: none
-- returns: name, scored, rows, low, high, steps_with, steps
-- requires: none
-- portable: no
with
-- one row per usable row and part
part as (
    select s.step, unnest(map_entries(s.reward_parts)) as entry
    from staged_row as s
    where s.reject_reason is null
)
select
    p.entry.key as name,
    count(*) filter (where isfinite(p.entry.value)) as scored,
    (select count(*) from staged_row as s where s.reject_reason is null) as rows,
    min(p.entry.value) filter (where isfinite(p.entry.value)) as low,
    max(p.entry.value) filter (where isfinite(p.entry.value)) as high,
    count(distinct p.step) filter (where isfinite(p.entry.value)) as steps_with,
    (select count(distinct s.step) from staged_row as s where s.reject_reason is null) as steps
from part as p
group by p.entry.key
order by p.entry.key;
