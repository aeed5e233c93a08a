-- name: lexical_pairs
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Numbers the pairs of words that can be chosen or be part of a chosen triple: those not rarer than the last of the most frequent vocabulary_size words and pairs.
-- params: vocabulary_size INTEGER: most n-grams to choose
-- returns: none
-- requires: none
-- portable: no
create or replace temp table lexical_pair as
with
-- one row per pair
pair_total as (
    select c.pair_key, sum(c.rollouts::bigint)::bigint as rollouts
    from lexical_pair_count as c
    group by c.pair_key
),
-- one row per word or pair
candidate as (
    select w.rollouts from lexical_word as w
    union all
    select p.rollouts from pair_total as p
),
-- one row per word or pair that would be chosen if there were no triples
leader as (
    select c.rollouts
    from candidate as c
    order by c.rollouts desc
    limit $vocabulary_size
)
select
    row_number() over (order by p.pair_key)::integer as pair_id,
    p.pair_key,
    (p.pair_key // 2147483648)::integer as first_id,
    (p.pair_key % 2147483648)::integer as second_id,
    p.rollouts
from pair_total as p
where p.rollouts >= (select min(l.rollouts) from leader as l);

drop table lexical_pair_count;

drop table lexical_text;
