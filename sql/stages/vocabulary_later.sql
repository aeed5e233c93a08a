-- name: vocabulary_later
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the tokens admitted after first cells; later_token is an Arrow table.
-- params: none
-- returns: none
-- requires: none
-- portable: no
insert into admitted_token
select l.token_id, v.tier, v.name, l.document_frequency, l.admitted_index
from later_token as l
inner join vocabulary_token as v on v.token_id = l.token_id;
