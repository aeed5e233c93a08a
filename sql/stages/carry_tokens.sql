-- name: carry_tokens
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Admits the tokens taken over where they were admitted, and adds the rollouts of the steps taken over to those of the fixed features.
-- params: earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over
-- returns: none
-- requires: feature, series_point
-- portable: no
insert into admitted_token
select
    coalesce(v.token_id, -row_number() over (order by t.tier, encode(t.name))::integer) as token_id,
    t.tier, t.name, t.document_frequency, t.admitted_index
from carried_token as t
left join vocabulary_token as v on v.tier = t.tier and v.name = t.name;

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

drop table carried_token;
