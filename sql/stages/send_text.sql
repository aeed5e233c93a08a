-- name: send_text
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Every distinct text of fresh_text, to be read elsewhere.
-- params: none
-- returns: rollout_id, response, opened
-- requires: rollout
-- portable: no
select f.rollout_id, r.response, f.opened
from fresh_text as f
inner join rolloutdiff.rollout as r on r.rollout_id = f.rollout_id;
