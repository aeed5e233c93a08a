-- name: lexical_read
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Splits the prose of one chunk into lower-case words, which are kept, and counts the rollouts of every cell that hold each word.
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
)
-- words and the boundaries between pieces of prose, joined by one space; no filter on them here, it would split twice
select
    $chunk,
    m.place,
    array_to_string(regexp_extract_all(lower(e.prose), '[\p{L}\p{N}\p{M}_]+|\x01'), ' ') as words
from rolloutdiff.extraction as e
inner join member as m on m.rollout_id = e.rollout_id
where e.rollout_id between $first_rollout and $last_rollout;

insert into lexical_word_count
with
-- one row per rollout and position
occurrence as (
    select t.place, unnest(string_split(t.words, ' ')) as word
    from lexical_text as t
    where t.chunk = $chunk and t.words <> ''
),
-- one row per rollout and different word
present as (
    select distinct o.place, o.word
    from occurrence as o
),
-- one row per cell and word
counted as (
    select (p.place // 4294967296)::integer as cell, p.word, count(*) as rollouts
    from present as p
    where p.word <> chr(1)
    group by (p.place // 4294967296)::integer, p.word
)
select c.cell, c.word, c.rollouts
from counted as c
inner join lexical_cell as k on k.cell = c.cell
where c.rollouts >= k.least;
