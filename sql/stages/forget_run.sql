-- name: forget_run
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes the rollouts of a run, its source files, its rows set aside, what watch told of it, and that it is a part of a dump; its analyses are gone already. With the last run of a source go its rows set aside that name no loaded run.
-- params: run VARCHAR: run
-- returns: none
-- requires: ingest, rejected_row, rollout, shard, text_reference, watch_alert
-- portable: no
delete from rolloutdiff.rejected_row as r
where
    r.run = $run
    or (
        r.source_file in (select i.source_file from rolloutdiff.ingest as i where i.run = $run)
        and r.source_file not in (select i.source_file from rolloutdiff.ingest as i where i.run <> $run)
        and not exists (select i.run from rolloutdiff.ingest as i where i.run = r.run and i.run <> $run)
    );

delete from rolloutdiff.ingest as i
where i.run = $run;

delete from rolloutdiff.text_reference as t
where t.rollout_id in (select r.rollout_id from rolloutdiff.rollout as r where r.run = $run);

delete from rolloutdiff.rollout as r
where r.run = $run;

delete from rolloutdiff.watch_alert as w
where w.run = $run;

delete from rolloutdiff.shard as s
where s.run = $run;
