-- name: custom_type
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Type of the custom feature that the macro custom_feature stands for; run in the closed database, nothing is evaluated.
-- params: none
-- returns: column_type
-- requires: none
-- portable: no
select d.column_type
from (describe select custom_feature(c.prompt, c.response) as amount from custom_row as c) as d;
