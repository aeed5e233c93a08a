-- name: watch_store_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Records an analysis as one that watch made.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: watch_analysis
-- portable: no
insert into rolloutdiff.watch_analysis
select $analysis_id as analysis_id
where not exists (
    select w.analysis_id
    from rolloutdiff.watch_analysis as w
    where w.analysis_id = $analysis_id
);
