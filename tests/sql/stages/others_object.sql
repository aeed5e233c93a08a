-- case: what is not in our schema is named, the first by name, of every kind
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   NULL
-- call:
create schema "it's";
-- call:
create table "it's".zoo (i integer);
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   'it''s.zoo'
-- call:
create view "it's"."a view" as select 1 as one;
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   'it''s.a view'
-- call:
create type "it's"."a type" as enum ('x');
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   'it''s.a type'
-- call:
create sequence "it's"."a sequence";
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   'it''s.a sequence'
-- call:
create macro "it's"."a macro"(p_x) as p_x + 1;
-- run: others_object {"schema": "rolloutdiff"}
-- expect:
--   'it''s.a macro'
