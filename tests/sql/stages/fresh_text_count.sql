-- given:
create temp table fresh_text (rollout_id bigint, text_hash uhugeint, opened varchar);

-- case: none, then some
-- run: fresh_text_count
-- expect:
--   0
-- call:
insert into fresh_text values (1, 1, null), (2, 2, 'think');
-- run: fresh_text_count
-- expect:
--   2
