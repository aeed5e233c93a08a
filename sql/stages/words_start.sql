-- name: words_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Makes the tables from which lexical_read takes prose for the Arrow table prose, whose places stand for rollouts.
-- params: none
-- returns: none
-- requires: extraction
-- portable: no
delete from rolloutdiff.extraction;

insert into rolloutdiff.extraction
select p.place, '', '', p.prose, [], []
from prose as p;

create or replace temp table lexical_member as
select p.place as rollout_id, p.place
from prose as p;

create or replace temp table lexical_text (chunk bigint, place bigint, words varchar);
