-- name: lexical_triples
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the rollouts of one chunk that hold each triple of adjacent words, of those whose two pairs are numbered.
-- params: chunk BIGINT: chunk
-- returns: none
-- requires: none
-- portable: no
insert into lexical_triple_count
with
-- one row per rollout and position
adjacent as (
    select
        s.rollout_id,
        unnest(s.word_ids)::bigint as first_id,
        unnest(s.word_ids[2:])::bigint as second_id,
        unnest(s.word_ids[3:]) as third_id
    from lexical_sequence as s
    where s.chunk = $chunk
),
-- one row per rollout and different triple; both numbers are below 2 ** 31
present as (
    select distinct a.rollout_id, p.pair_id::bigint * 2147483648 + a.third_id as triple_key
    from adjacent as a
    inner join lexical_pair as p on p.pair_key = a.first_id * 2147483648 + a.second_id
    inner join lexical_pair as q on q.pair_key = a.second_id * 2147483648 + a.third_id
)
select p.triple_key, count(*) as rollouts
from present as p
group by p.triple_key;
