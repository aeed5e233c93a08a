-- case: empty tables, whatever was kept before
-- run: create_half_series
-- call:
insert into half_point values ('r', 0, 1, 1, 0.5, null, 1, 1, 1, null);
-- call:
insert into half_screening values ('r', 0, 1, 'quiet', null, null, null);
-- run: create_half_series
-- call:
select (select count(*) from half_point), (select count(*) from half_screening);
-- expect:
--   0 | 0

-- case: a point has a mean, a verdict a status
-- given: create_half_series
-- call:
insert into half_point values ('r', 0, 1, 1, null, null, 1, 1, 1, null);
-- fails: NOT NULL constraint failed: half_point\.mean
-- call:
insert into half_screening values ('r', 0, 1, null, null, null, null);
-- fails: NOT NULL constraint failed: half_screening\.status
