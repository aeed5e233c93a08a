-- name: lexical_grams
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Names the n-grams of one to three words that can be admitted, among triples those not rarer, in first cells, than the first_places-th and those frequent enough in a later cell.
-- params: first_places INTEGER: most n-grams that first cells admit
-- returns: none
-- requires: none
-- portable: yes
create or replace temp table lexical_triple_total as
select c.cell, c.triple_key, sum(c.rollouts::bigint)::bigint as rollouts
from lexical_triple_count as c
group by c.cell, c.triple_key;

drop table lexical_triple_count;

create or replace temp table lexical_triple as
with
-- one row per triple of first cells
first_total as (
    select t.triple_key, sum(t.rollouts::bigint)::bigint as rollouts
    from lexical_triple_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where k.is_first
    group by t.triple_key
),
-- one row per triple of first cells that is not rarer than the first_places-th
leader as (
    select f.triple_key
    from first_total as f
    qualify rank() over (order by f.rollouts desc) <= $first_places
),
-- one row per triple that can be admitted
kept as (
    select l.triple_key from leader as l
    union
    select t.triple_key
    from lexical_triple_total as t
    inner join vocabulary_cell as k on k.cell = t.cell
    where not k.is_first and t.rollouts >= k.least
)
select k.triple_key, p.first_id, p.second_id, (k.triple_key % 2147483648)::integer as third_id
from kept as k
inner join lexical_pair as p on p.pair_id = k.triple_key // 2147483648;

insert into lexical_total
select r.first_id, r.second_id, r.third_id, t.cell, t.rollouts
from lexical_triple_total as t
inner join lexical_triple as r on r.triple_key = t.triple_key
inner join vocabulary_cell as k on k.cell = t.cell
where t.rollouts >= k.least;

create or replace temp table lexical_gram as
select w.word as name, w.word_id as first_id, 0 as second_id, 0 as third_id
from lexical_word as w
union all
select a.word || ' ' || b.word, p.first_id, p.second_id, 0
from lexical_pair as p
inner join lexical_word as a on a.word_id = p.first_id
inner join lexical_word as b on b.word_id = p.second_id
union all
select a.word || ' ' || b.word || ' ' || c.word, t.first_id, t.second_id, t.third_id
from lexical_triple as t
inner join lexical_word as a on a.word_id = t.first_id
inner join lexical_word as b on b.word_id = t.second_id
inner join lexical_word as c on c.word_id = t.third_id;

drop table lexical_triple_total;

drop table lexical_triple;

drop table lexical_pair;
