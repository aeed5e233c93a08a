-- name: prompt_finish
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Drops the temporary table of counts per feature, prompt and group size.
-- params: none
-- returns: none
-- requires: none
-- portable: no
drop table prompt_total;
