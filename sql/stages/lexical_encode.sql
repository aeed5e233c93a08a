-- name: lexical_encode
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Turns the words of one chunk into their numbers, 0 for a boundary or a word without one, and counts the rollouts of every cell that hold each pair of adjacent words.
-- params: chunk BIGINT: chunk; middle_place BIGINT: place at which it is cut into halves
-- returns: none
-- requires: none
-- portable: yes
insert into lexical_sequence
with
-- one row per rollout
split as not materialized (
    select t.place, string_split(t.words, ' ') as words
    from lexical_text as t
    where t.chunk = $chunk and t.words <> '' and t.place <= $middle_place
    union all
    select t.place, string_split(t.words, ' ')
    from lexical_text as t
    where t.chunk = $chunk and t.words <> '' and t.place > $middle_place
),
-- one row per rollout and position
occurrence as (
    select s.place, unnest(s.words) as word, generate_subscripts(s.words, 1) as position
    from split as s
)
select $chunk, o.place, list(coalesce(w.word_id, 0) order by o.position) as word_ids
from occurrence as o
left join lexical_word as w on w.word = o.word
group by o.place;

insert into lexical_pair_count
with
-- one row per rollout and position
adjacent as not materialized (
    select s.place, unnest(s.word_ids)::bigint as first_id, unnest(s.word_ids[2:]) as second_id
    from lexical_sequence as s
    where s.chunk = $chunk and s.place <= $middle_place
    union all
    select s.place, unnest(s.word_ids)::bigint, unnest(s.word_ids[2:])
    from lexical_sequence as s
    where s.chunk = $chunk and s.place > $middle_place
),
-- one row per rollout and different pair; both numbers are below 2 ** 31
present as (
    select distinct a.place, a.first_id * 2147483648 + a.second_id as pair_key
    from adjacent as a
    where a.first_id > 0 and a.second_id > 0
),
-- one row per cell and pair
counted as (
    select (p.place // 4294967296)::integer as cell, p.pair_key, count(*) as rollouts
    from present as p
    group by (p.place // 4294967296)::integer, p.pair_key
)
select c.cell, c.pair_key, c.rollouts
from counted as c
inner join lexical_cell as k on k.cell = c.cell
where c.rollouts >= k.least;
