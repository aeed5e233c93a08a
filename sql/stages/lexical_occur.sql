-- name: lexical_occur
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the rollouts of every cell of one chunk that hold each word.
-- params: chunk BIGINT: chunk; middle_place BIGINT: place at which it is cut into halves
-- returns: none
-- requires: none
-- portable: yes
insert into lexical_word_count
with
-- one row per rollout and position
occurrence as not materialized (
    select t.place, unnest(string_split(t.words, ' ')) as word
    from lexical_text as t
    where t.chunk = $chunk and t.words <> '' and t.place <= $middle_place
    union all
    select t.place, unnest(string_split(t.words, ' '))
    from lexical_text as t
    where t.chunk = $chunk and t.words <> '' and t.place > $middle_place
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
