-- name: carry_first
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Lowest number of a feature that is not taken over, and how many they are, after carry_new.
-- params: none
-- returns: feature_id: NULL when all are taken over; features
-- requires: none
-- portable: no
select min(f.feature_id) as feature_id, count(*) as features
from new_feature as f;
