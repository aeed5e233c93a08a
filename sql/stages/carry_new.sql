-- name: carry_new
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the features that an earlier analysis had not, in the steps taken over from it.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis; last_step BIGINT: last step that is taken over; extractor VARCHAR: version and limits of the extraction
-- returns: none
-- requires: extraction, feature, feature_count
-- portable: no
create or replace temp table new_feature as
select f.feature_id, f.tier, f.name
from rolloutdiff.feature as f
anti join (select b.feature_id from rolloutdiff.feature as b where b.analysis_id = $earlier) as o
    on o.feature_id = f.feature_id
where f.analysis_id = $analysis_id and f.tier in ('ast', 'shape', 'lexical');

insert into rolloutdiff.feature_count
select c.feature_id, e.rollout_id, a.step, e.count[list_position(e.feature, c.name)] as n
from run_rollout as a
inner join rolloutdiff.extraction as e on e.rollout_id = a.rollout_id and e.extractor = $extractor
inner join new_feature as c on list_contains(e.feature, c.name)
where a.step <= $last_step and c.tier in ('ast', 'shape');

insert into rolloutdiff.feature_count
with
-- one row per n-gram
gram as (
    select c.feature_id, string_split(substr(c.name, 5), ' ') as words
    from new_feature as c
    where c.tier = 'lexical'
),
-- one row per rollout; none where there is no n-gram to look for
piece as (
    select a.rollout_id, a.step, lower(e.prose) as prose
    from run_rollout as a
    inner join rolloutdiff.extraction as e on e.rollout_id = a.rollout_id
    where a.step <= $last_step and exists (select g.feature_id from gram as g)
),
-- one row per rollout and n-gram whose words it may hold
near as (
    select
        g.feature_id, g.words, t.rollout_id, t.step,
        regexp_extract_all(t.prose, '[\p{L}\p{N}\p{M}_]+|\x01') as held
    from piece as t
    inner join gram as g
        on
            contains(t.prose, g.words[1])
            and contains(t.prose, coalesce(g.words[2], ''))
            and contains(t.prose, coalesce(g.words[3], ''))
),
-- one row per rollout and n-gram: how often its words stand there side by side
counted as (
    select
        n.feature_id, n.rollout_id, n.step,
        len(
            list_filter(
                range(1, len(n.held) + 1),
                lambda i: n.held[i] = n.words[1]
                and (len(n.words) < 2 or n.held[i + 1] = n.words[2])
                and (len(n.words) < 3 or n.held[i + 2] = n.words[3])
            )
        )::integer as n
    from near as n
)
select c.feature_id, c.rollout_id, c.step, c.n
from counted as c
where c.n > 0;
