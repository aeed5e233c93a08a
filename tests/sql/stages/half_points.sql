-- given: create_half_series
insert into half_point values ('it''s', 1, 7, 10, 0.5, null, 3, 6, 2, 0.25);

-- case: as they are
-- run: half_points
-- expect:
--   'it''s' | 1 | 7 | 10 | 0.5 | NULL | 3 | 6 | 2 | 0.25

-- case: none
-- call:
delete from half_point;
-- run: half_points
-- expect: none
