-- name: audit_response
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Prompts and responses of a slice to put words into: those of the first steps, in an order that does not depend on the order of rows.
-- params: audit_id VARCHAR: audit; run VARCHAR: run; slice VARCHAR: slice; most BIGINT: responses
-- returns: prompt, response
-- requires: audit_rollout, rollout
-- portable: no
select r.prompt, r.response
from rolloutdiff.audit_rollout as a
inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
where
    a.audit_id = $audit_id and a.run = $run and a.slice = $slice
    and r.response is not null and trim(r.response) <> ''
order by a.step, md5(r.sample_id), r.sample_id
limit $most;
