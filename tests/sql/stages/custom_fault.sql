-- given:
create temp table custom_value (rollout_id bigint, absent boolean, amount double);
insert into custom_value values (1, false, 0.0), (2, true, null), (3, false, 214748.3647);

-- case: numbers that can be counted, and no text
-- run: custom_fault {"scale": 10000}
-- expect: none

-- case: too large, not finite, below zero, none: the first is named
-- call:
insert into custom_value values (9, false, 214748.3648);
-- run: custom_fault {"scale": 10000}
-- expect:
--   9 | 214748.3648
-- call:
insert into custom_value values (8, false, 'nan');
-- run: custom_fault {"scale": 10000}
-- expect:
--   8 | nan
-- call:
insert into custom_value values (7, false, -0.5);
-- run: custom_fault {"scale": 10000}
-- expect:
--   7 | -0.5
-- call:
insert into custom_value values (6, false, null);
-- run: custom_fault {"scale": 10000}
-- expect:
--   6 | NULL
