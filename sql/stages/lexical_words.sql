-- name: lexical_words
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Numbers the words that can be part of a chosen n-gram: an n-gram is in no more rollouts than each of its words, so words rarer than the last of the most frequent vocabulary_size are out.
-- params: vocabulary_size INTEGER: most n-grams to choose
-- returns: none
-- requires: none
-- portable: no
create or replace temp table lexical_word as
with
-- one row per word
word_total as (
    select c.word, sum(c.rollouts::bigint)::bigint as rollouts
    from lexical_word_count as c
    group by c.word
),
-- one row per word that would be chosen if words competed alone
leader as (
    select w.rollouts
    from word_total as w
    order by w.rollouts desc
    limit $vocabulary_size
)
select
    row_number() over (order by w.rollouts desc, encode(w.word))::integer as word_id,
    w.word,
    w.rollouts
from word_total as w
where w.rollouts >= (select min(l.rollouts) from leader as l);

drop table lexical_word_count;
