-- given:
create temp table custom_value (rollout_id bigint, absent boolean, amount double);
insert into custom_value values (2, false, 0.00005), (1, false, 1.23456), (3, false, 0.00004), (4, false, 0.0), (5, true, null), (6, false, 1.0);

-- case: parts of one, rounded; zero and nothing are left out
-- run: custom_count {"scale": 10000}
-- expect:
--   1 | 12346
--   2 | 1
--   6 | 10000
-- run: custom_count {"scale": 1}
-- expect:
--   1 | 1
--   6 | 1
