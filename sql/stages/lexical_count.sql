-- name: lexical_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the chosen n-grams in every rollout of one chunk, written by n-gram, which takes less room.
-- params: chunk BIGINT: chunk; first_rollout BIGINT: its first rollout; last_rollout BIGINT: its last rollout
-- returns: none
-- requires: feature_count
-- portable: yes
insert into rolloutdiff.feature_count
with
-- one row per rollout and position
adjacent as not materialized (
    select
        s.place,
        unnest(s.word_ids) as first_id,
        unnest(s.word_ids[2:]) as second_id,
        unnest(s.word_ids[3:]) as third_id
    from lexical_sequence as s
    where s.chunk = $chunk
),
-- one row per rollout and n-gram it holds; grouped by length first, in smaller hash tables
counted as (
    select a.place, t.feature_id, count(*)::integer as n
    from adjacent as a
    inner join lexical_term as t on t.first_id = a.first_id
    where t.second_id = 0
    group by a.place, t.feature_id
    union all
    select a.place, t.feature_id, count(*)::integer
    from adjacent as a
    inner join lexical_term as t on t.first_id = a.first_id and t.second_id = a.second_id
    where t.second_id > 0 and t.third_id = 0
    group by a.place, t.feature_id
    union all
    select a.place, t.feature_id, count(*)::integer
    from adjacent as a
    inner join lexical_term as t
        on t.first_id = a.first_id and t.second_id = a.second_id and t.third_id = a.third_id
    where t.third_id > 0
    group by a.place, t.feature_id
),
-- one row per rollout of the chunk
member as (
    select m.place, m.rollout_id, m.step
    from lexical_member as m
    where m.rollout_id between $first_rollout and $last_rollout
)
select c.feature_id, m.rollout_id, m.step, c.n
from counted as c
inner join member as m on m.place = c.place
order by c.feature_id, m.rollout_id;
