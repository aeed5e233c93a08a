-- name: lexical_encode
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Turns the words of one chunk into their numbers, 0 for a boundary or a word without one, and counts the rollouts that hold each pair of adjacent words.
-- params: chunk BIGINT: chunk
-- returns: none
-- requires: none
-- portable: no
insert into lexical_sequence
with
-- one row per rollout
split as (
    select t.rollout_id, string_split(t.words, ' ') as words
    from lexical_text as t
    where t.chunk = $chunk and t.words <> ''
),
-- one row per rollout and position
occurrence as (
    select s.rollout_id, unnest(s.words) as word, generate_subscripts(s.words, 1) as position
    from split as s
)
select $chunk, o.rollout_id, list(coalesce(w.word_id, 0) order by o.position) as word_ids
from occurrence as o
left join lexical_word as w on w.word = o.word
group by o.rollout_id;

insert into lexical_pair_count
with
-- one row per rollout and position
adjacent as (
    select s.rollout_id, unnest(s.word_ids)::bigint as first_id, unnest(s.word_ids[2:]) as second_id
    from lexical_sequence as s
    where s.chunk = $chunk
),
-- one row per rollout and different pair; both numbers are below 2 ** 31
present as (
    select distinct a.rollout_id, a.first_id * 2147483648 + a.second_id as pair_key
    from adjacent as a
    where a.first_id > 0 and a.second_id > 0
)
select p.pair_key, count(*) as rollouts
from present as p
group by p.pair_key;
