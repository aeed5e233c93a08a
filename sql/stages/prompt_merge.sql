-- name: prompt_merge
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds up the counts per feature, prompt and group size, and gives them.
-- params: none
-- returns: feature_id, prompt_no, samples, total
-- requires: none
-- portable: no
create or replace temp table merged_total as
select t.feature_id, t.prompt_no, t.samples, sum(t.total::bigint)::bigint as total
from prompt_total as t
group by t.feature_id, t.prompt_no, t.samples;

truncate prompt_total;

insert into prompt_total
select m.feature_id, m.prompt_no, m.samples, m.total
from merged_total as m;

drop table merged_total;

select t.feature_id, t.prompt_no, t.samples, t.total
from prompt_total as t;
