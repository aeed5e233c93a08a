-- name: carry_fixed
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the rollouts of the steps taken over to those of the fixed features; with known, takes the first cell out of the search for n-grams.
-- params: earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over; known BOOLEAN: whether kept_gram says how many rollouts of the first cell hold each n-gram
-- returns: none
-- requires: feature, series_point
-- portable: no
insert into token_count
select -1 as cell, f.name, sum(p.positives::bigint)::bigint as rollouts
from rolloutdiff.series_point as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
where
    p.analysis_id = $earlier
    and f.origin = 'fixed'
    and f.tier in ('ast', 'shape')
    and p.step <= $last_step
    and p.step not in (select m.step from vocabulary_member as m)
group by f.name;

delete from vocabulary_member as m
where $known and m.cell in (select k.cell from vocabulary_cell as k where k.is_first);
