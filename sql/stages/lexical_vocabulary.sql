-- name: lexical_vocabulary
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Chooses the n-grams of one to three words that most rollouts hold; equal ones in byte order of their names.
-- params: vocabulary_size INTEGER: most n-grams to choose
-- returns: none
-- requires: none
-- portable: no
create or replace temp table lexical_vocabulary as
with
-- one row per triple
triple_total as (
    select
        (c.triple_key // 2147483648)::integer as pair_id,
        (c.triple_key % 2147483648)::integer as third_id,
        sum(c.rollouts::bigint)::bigint as rollouts
    from lexical_triple_count as c
    group by c.triple_key
),
-- one row per triple that is not rarer than the vocabulary_size-th of all
triple as (
    select t.pair_id, t.third_id, t.rollouts
    from triple_total as t
    qualify rank() over (order by t.rollouts desc) <= $vocabulary_size
),
-- one row per n-gram
candidate as (
    select w.word as name, w.rollouts as document_frequency
    from lexical_word as w
    union all
    select a.word || ' ' || b.word, p.rollouts
    from lexical_pair as p
    inner join lexical_word as a on a.word_id = p.first_id
    inner join lexical_word as b on b.word_id = p.second_id
    union all
    select a.word || ' ' || b.word || ' ' || c.word, t.rollouts
    from triple as t
    inner join lexical_pair as p on p.pair_id = t.pair_id
    inner join lexical_word as a on a.word_id = p.first_id
    inner join lexical_word as b on b.word_id = p.second_id
    inner join lexical_word as c on c.word_id = t.third_id
)
select c.name, c.document_frequency
from candidate as c
order by c.document_frequency desc, encode(c.name)
limit $vocabulary_size;

drop table lexical_pair;

drop table lexical_triple_count;
