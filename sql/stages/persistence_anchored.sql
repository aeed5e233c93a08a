-- name: persistence_anchored
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Later steps of every alert of anchored_seq_v1 that keep at least half of its change.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; min_change DOUBLE: smallest change of a share; min_relative DOUBLE: smallest change of a size, as a share of its baseline
-- returns: none
-- requires: persistence_v2
-- portable: no
create or replace temp table lasting as
select p.run, p.feature_id, p.later_steps, p.beyond_steps, p.persistence
from rolloutdiff.persistence_v2($analysis_id, $rule, $min_change, $min_relative) as p;
