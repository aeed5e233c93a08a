-- name: persistence_frozen_z
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Later steps of every alert that are still beyond the line of frozen_z_v1.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; baseline_steps BIGINT: scorable steps of the baseline; z DOUBLE: line in standard errors; min_rise DOUBLE: smallest rise of a share; min_effect DOUBLE: smallest change of a size
-- returns: none
-- requires: persistence_v1
-- portable: no
create or replace temp table lasting as
select p.run, p.feature_id, p.later_steps, p.beyond_steps, p.persistence
from rolloutdiff.persistence_v1($analysis_id, $rule, $baseline_steps, $z, $min_rise, $min_effect) as p;
