-- name: lexical_read
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Splits the prose of one chunk into lower-case words.
-- params: chunk BIGINT: chunk; first_rollout BIGINT: its first rollout; last_rollout BIGINT: its last rollout
-- returns: none
-- requires: extraction
-- portable: no
insert into lexical_text
with
-- one row per rollout of the chunk
member as (
    select m.rollout_id, m.place
    from lexical_member as m
    where m.rollout_id between $first_rollout and $last_rollout
),
-- one row per rollout of the chunk: two halves, which two threads read where one would read them together
text as not materialized (
    select e.rollout_id, e.prose
    from rolloutdiff.extraction as e
    where e.rollout_id between $first_rollout and ($first_rollout + $last_rollout) // 2
    union all
    select e.rollout_id, e.prose
    from rolloutdiff.extraction as e
    where e.rollout_id between ($first_rollout + $last_rollout) // 2 + 1 and $last_rollout
)
-- words and the boundaries between pieces of prose, joined by one space; no filter on them here, it would split twice
select
    $chunk,
    m.place,
    any_value(array_to_string(regexp_extract_all(lower(x.prose), '[\p{L}\p{N}\p{M}_]+|\x01'), ' ')) as words
from text as x
inner join member as m on m.rollout_id = x.rollout_id
-- one row each: threads share the work of a group by, and would wait for each other to insert in order
group by m.place;
