-- given: custom_start
create temp table custom_chunk as select * from (values (1, 5), (2, 7)) as t(rollout_id, n);

-- case: counts of a range are added under the name
-- run: custom_gather {"name": "custom:it's"}
-- run: custom_gather {"name": "custom:b"}
-- call:
select * from custom_gathered order by all;
-- expect:
--   'custom:b' | 1 | 5
--   'custom:b' | 2 | 7
--   'custom:it''s' | 1 | 5
--   'custom:it''s' | 2 | 7
