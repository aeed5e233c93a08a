-- name: watch_analysis
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis that watch made: its next one of the same runs with the same settings takes its place.
-- params: none
-- returns: analysis_id: analysis
-- requires: none
-- portable: yes
create table rolloutdiff.watch_analysis (
    analysis_id varchar not null
);
