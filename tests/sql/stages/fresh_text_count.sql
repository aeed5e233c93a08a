-- given:
create temp table fresh_text (rollout_id bigint, bytes integer);

-- case: none, then some
-- run: fresh_text_count
-- expect:
--   0 | 0
-- call:
insert into fresh_text values (1, 5), (2, 7);
-- run: fresh_text_count
-- expect:
--   2 | 12
