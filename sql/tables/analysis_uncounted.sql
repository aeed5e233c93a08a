-- name: analysis_uncounted
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per complete analysis whose counts were taken out of feature_count to save room.
-- params: none
-- returns: analysis_id: analysis
-- requires: none
-- portable: yes
create table rolloutdiff.analysis_uncounted (
    analysis_id varchar not null
);
