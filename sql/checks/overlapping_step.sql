-- name: overlapping_step
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps of one run that came from more than one loading of step-named files: no row when all is well.
-- params: runs VARCHAR[]: runs just loaded
-- returns: run, step, first_file, last_file, files
-- requires: ingest, rollout
-- portable: no
select r.run, r.step, min(r.source_file) as first_file, max(r.source_file) as last_file, count(distinct r.source_file) as files
from rolloutdiff.rollout as r
inner join rolloutdiff.ingest as i on i.run = r.run and i.source_file = r.source_file
where list_contains($runs, r.run) and i.format in ('trl', 'verl')
group by r.run, r.step
having count(distinct r.source_file) > 1
order by r.run, r.step
limit 1;
