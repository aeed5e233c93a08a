-- name: lexical_triples
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the rollouts of every cell of one chunk that hold each triple of adjacent words, of those whose two pairs are numbered.
-- params: chunk BIGINT: chunk; middle_place BIGINT: place at which it is cut into halves
-- returns: none
-- requires: none
-- portable: yes
insert into lexical_triple_count
with
-- one row per rollout and position
adjacent as not materialized (
    select
        s.place,
        unnest(s.word_ids)::bigint as first_id,
        unnest(s.word_ids[2:])::bigint as second_id,
        unnest(s.word_ids[3:]) as third_id
    from lexical_sequence as s
    where s.chunk = $chunk and s.place <= $middle_place
    union all
    select s.place, unnest(s.word_ids)::bigint, unnest(s.word_ids[2:])::bigint, unnest(s.word_ids[3:])
    from lexical_sequence as s
    where s.chunk = $chunk and s.place > $middle_place
),
-- one row per rollout and different triple; both numbers are below 2 ** 31
present as (
    select distinct a.place, p.pair_id::bigint * 2147483648 + a.third_id as triple_key
    from adjacent as a
    inner join lexical_pair as p on p.pair_key = a.first_id * 2147483648 + a.second_id
    inner join lexical_pair as q on q.pair_key = a.second_id * 2147483648 + a.third_id
),
-- one row per cell and triple
counted as (
    select (p.place // 4294967296)::integer as cell, p.triple_key, count(*) as rollouts
    from present as p
    group by (p.place // 4294967296)::integer, p.triple_key
)
select c.cell, c.triple_key, c.rollouts
from counted as c
inner join lexical_cell as k on k.cell = c.cell
where c.rollouts >= k.least;
