-- given:
create temp table custom_row (rollout_id bigint, prompt varchar, response varchar);

-- case: the type of the expression, without a row
-- given:
create temp macro custom_feature(prompt, response) as contains(response, 'it''s');
-- run: custom_type
-- expect:
--   'BOOLEAN'

-- case: nothing is evaluated, what cannot be bound is refused
-- given:
insert into custom_row values (1, 'p', 'text');
create temp macro custom_feature(prompt, response) as response::integer;
-- run: custom_type
-- expect:
--   'INTEGER'
-- call:
create or replace temp macro custom_feature(prompt, response) as nothing(response);
-- fails: nothing does not exist
