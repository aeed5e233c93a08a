-- name: carry_tokens
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Admits the tokens taken over where they were admitted.
-- params: none
-- returns: none
-- requires: none
-- portable: no
insert into admitted_token
select
    coalesce(v.token_id, -row_number() over (order by t.tier, encode(t.name))::integer) as token_id,
    t.tier, t.name, t.document_frequency, t.admitted_index
from carried_token as t
left join vocabulary_token as v on v.tier = t.tier and v.name = t.name;

drop table carried_token;
