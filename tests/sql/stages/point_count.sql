-- given:
insert into rolloutdiff.series_point values ('a', 1, 'it''s', 1, 0.5, null, 1, 1, 1, null), ('a', 1, 's', 1, 0.5, null, 1, 1, 1, null), ('b', 1, 's', 1, 0.5, null, 1, 1, 1, null);

-- case: of one analysis
-- run: point_count {"analysis_id": "a"}
-- expect:
--   2
-- run: point_count {"analysis_id": "c"}
-- expect:
--   0
