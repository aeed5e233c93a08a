-- name: store_half
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the verdicts on one half of the prompts; screened is an Arrow table.
-- params: run VARCHAR: run; part INTEGER: half of the prompts
-- returns: none
-- requires: none
-- portable: no
insert into half_screening
select $run, $part, x.feature_id, x.status, x.reason, x.onset_step, x.direction
from screened as x;
