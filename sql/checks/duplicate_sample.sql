-- name: duplicate_sample
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Sample names that occur twice in one run: no row when all is well.
-- params: runs VARCHAR[]: runs just loaded; after BIGINT: rollouts up to this number were checked before, NULL for none
-- returns: run, sample_id, first_file, first_row, second_file, second_row
-- requires: rollout
-- portable: no
select
    r.run,
    r.sample_id,
    arg_min(r.source_file, r.rollout_id) as first_file,
    arg_min(r.source_row, r.rollout_id) as first_row,
    arg_max(r.source_file, r.rollout_id) as second_file,
    arg_max(r.source_row, r.rollout_id) as second_row
from rolloutdiff.rollout as r
where
    list_contains($runs, r.run)
    and ($after is null or r.sample_id in (select n.sample_id from rolloutdiff.rollout as n where n.rollout_id > $after))
group by r.run, r.sample_id
having count(*) > 1
order by r.run, r.sample_id
limit 1;
