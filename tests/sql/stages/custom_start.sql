-- case: an empty table, whatever was gathered
-- run: custom_start
-- call:
insert into custom_gathered values ('custom:it''s', 1, 1);
-- run: custom_start
-- call:
select count(*) from custom_gathered;
-- expect:
--   0

-- case: a count is given
-- given: custom_start
-- call:
insert into custom_gathered values ('custom:it''s', 1, null);
-- fails: NOT NULL constraint failed: custom_gathered\.n
