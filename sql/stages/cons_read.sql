-- name: cons_read
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads both dumps whole: makes the temporary table c_file. Nothing else is looked at but whether they are JSON.
-- params: train VARCHAR: path of the training dump with glob characters escaped; rollout VARCHAR: path of the rollout dump, likewise
-- returns: side, valid
-- requires: none
-- portable: no
create or replace temp table c_file as
select 'train' as side, r.content, sha256(r.content) as sha256, json_valid(r.content) as valid
from read_text($train) as r
union all
select 'rollout' as side, r.content, sha256(r.content) as sha256, json_valid(r.content) as valid
from read_text($rollout) as r;

select f.side, f.valid
from c_file as f
order by f.side;
