-- name: lexical_words
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Numbers the words that can be part of an admitted n-gram, which is in no more rollouts than each of its words: those not rarer, in first cells, than the last of the most frequent first_places words, and those frequent enough in a later cell.
-- params: first_places INTEGER: most n-grams that first cells admit
-- returns: none
-- requires: none
-- portable: yes
create or replace temp table lexical_word_total as
select c.cell, c.word, sum(c.rollouts::bigint)::bigint as rollouts
from lexical_word_count as c
group by c.cell, c.word;

drop table lexical_word_count;

create or replace temp table lexical_word as
with
-- one row per word of first cells
first_total as (
    select t.word, sum(t.rollouts::bigint)::bigint as rollouts
    from lexical_word_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where k.is_first
    group by t.word
),
-- one row per word that would be chosen if words competed alone
leader as (
    select f.rollouts
    from first_total as f
    order by f.rollouts desc
    limit $first_places
),
-- one row per word that can be part of an admitted n-gram
kept as (
    select f.word
    from first_total as f
    where f.rollouts >= (select min(l.rollouts) from leader as l)
    union
    select t.word
    from lexical_word_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where not k.is_first and t.rollouts >= k.least
)
select
    row_number() over (order by coalesce(f.rollouts, 0) desc, encode(k.word))::integer as word_id,
    k.word,
    coalesce(f.rollouts, 0) as rollouts
from kept as k
left join first_total as f on f.word = k.word;

insert into lexical_total
select w.word_id, 0, 0, t.cell, t.rollouts
from lexical_word_total as t
inner join lexical_word as w on w.word = t.word
inner join vocabulary_cell as k on k.cell = t.cell
where t.rollouts >= k.least;

drop table lexical_word_total;
