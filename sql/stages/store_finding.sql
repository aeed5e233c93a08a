-- name: store_finding
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps what checks found about the dump, with the files of the steps concerned; dump_finding is an Arrow table with a number per finding.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: analysis_run, integrity, rollout
-- portable: no
insert into rolloutdiff.integrity
with
-- one row per run, step and file
place as (
    select distinct r.run, r.step, r.source_file
    from rolloutdiff.rollout as r
    inner join rolloutdiff.analysis_run as a on a.analysis_id = $analysis_id and a.run = r.run
),
-- one row per finding and file: the first step concerned
touched as (
    select c.number, p.source_file, min(p.step) as step
    from (select f.number, f.run, unnest(f.steps) as step from dump_finding as f) as c
    inner join place as p on p.run = c.run and p.step = c.step
    group by c.number, p.source_file
),
-- one row per finding: its files
file as (
    select t.number, count(*) as files, list_slice(list(t.source_file order by t.step, t.source_file), 1, 10) as names
    from touched as t
    group by t.number
)
select
    $analysis_id, f.run, f.code, f.severity, f.count, list_min(f.steps), list_max(f.steps), t.files, f.message, t.names
from dump_finding as f
left join file as t on t.number = f.number
order by f.number;
