-- name: lexical_pairs
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Numbers the pairs of words that can be admitted or be part of an admitted triple: those not rarer, in first cells, than the last of the most frequent first_places words and pairs, and those frequent enough in a later cell.
-- params: first_places INTEGER: most n-grams that first cells admit
-- returns: none
-- requires: none
-- portable: yes
create or replace temp table lexical_pair_total as
select c.cell, c.pair_key, sum(c.rollouts::bigint)::bigint as rollouts
from lexical_pair_count as c
group by c.cell, c.pair_key;

drop table lexical_pair_count;

create or replace temp table lexical_pair as
with
-- one row per pair of first cells
first_total as (
    select t.pair_key, sum(t.rollouts::bigint)::bigint as rollouts
    from lexical_pair_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where k.is_first
    group by t.pair_key
),
-- one row per word or pair of first cells
candidate as (
    select w.rollouts from lexical_word as w
    union all
    select f.rollouts from first_total as f
),
-- one row per word or pair that would be chosen if there were no triples
leader as (
    select c.rollouts
    from candidate as c
    order by c.rollouts desc
    limit $first_places
),
-- one row per pair that can be admitted or be part of an admitted triple
kept as (
    select f.pair_key
    from first_total as f
    where f.rollouts >= (select min(l.rollouts) from leader as l)
    union
    select t.pair_key
    from lexical_pair_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where not k.is_first and t.rollouts >= k.least
)
select
    row_number() over (order by k.pair_key)::integer as pair_id,
    k.pair_key,
    (k.pair_key // 2147483648)::integer as first_id,
    (k.pair_key % 2147483648)::integer as second_id
from kept as k;

insert into lexical_total
select p.first_id, p.second_id, 0, t.cell, t.rollouts
from lexical_pair_total as t
inner join lexical_pair as p on p.pair_key = t.pair_key
inner join vocabulary_cell as k on k.cell = t.cell
where t.rollouts >= k.least;

drop table lexical_pair_total;

drop table lexical_text;
