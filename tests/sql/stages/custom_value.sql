-- given:
create temp table custom_row (rollout_id bigint, prompt varchar, response varchar);
insert into custom_row values (1, 'p', 'it''s'), (2, 'p', null), (3, '', 'abc'), (4, 'p', '4');

-- case: values in a range, and whether there is a text
-- given:
create temp macro custom_feature(prompt, response) as length(response) + length(prompt);
-- run: custom_value {"first_rollout": 1, "last_rollout": 3}
-- call:
select * from custom_value order by rollout_id;
-- expect:
--   1 | false | 5.0
--   2 | true | NULL
--   3 | false | 3.0

-- case: an error of the expression is an error
-- given:
create temp macro custom_feature(prompt, response) as response::integer;
-- run: custom_value {"first_rollout": 1, "last_rollout": 3}
-- fails: Could not convert string
-- run: custom_value {"first_rollout": 4, "last_rollout": 4}
-- call:
select * from custom_value;
-- expect:
--   4 | false | 4.0
