-- name: vocabulary_first
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Admits the tokens of each tier that most rollouts of first cells hold, equal ones in byte order of their names; fixed_feature is an Arrow table.
-- params: first_ast INTEGER: most structural tokens to admit; first_lexical INTEGER: most n-grams to admit; min_document_frequency INTEGER: fewest rollouts that hold a token
-- returns: none
-- requires: none
-- portable: no
create or replace temp table vocabulary_token as
with
-- one row per structural token
structural as (
    select distinct t.name
    from token_count as t
    where starts_with(t.name, 'ast:') and t.name not in (select x.name from fixed_feature as x)
),
-- one row per token; an n-gram is known by the numbers of its words
candidate as (
    select 'ast' as tier, s.name, 0 as first_id, 0 as second_id, 0 as third_id
    from structural as s
    union all
    select 'lexical', 'lex:' || g.name, g.first_id, g.second_id, g.third_id
    from lexical_gram as g
)
select
    row_number() over (order by c.tier, encode(c.name))::integer as token_id,
    c.tier, c.name, c.first_id, c.second_id, c.third_id
from candidate as c;

create or replace temp table vocabulary_count as
select v.token_id, t.cell, t.rollouts
from token_count as t
inner join vocabulary_token as v on v.name = t.name and v.tier = 'ast'
union all
select v.token_id, t.cell, t.rollouts
from lexical_total as t
inner join vocabulary_token as v
    on v.first_id = t.first_id and v.second_id = t.second_id and v.third_id = t.third_id and v.tier = 'lexical';

create or replace temp table admitted_token as
with
-- one row per token that first cells hold
held as (
    select c.token_id, sum(c.rollouts::bigint)::bigint as rollouts, min(k.step_index) as step_index
    from vocabulary_count as c
    inner join vocabulary_cell as k on k.cell = c.cell
    where k.is_first
    group by c.token_id
),
-- one row per token that enough rollouts hold: its place in its tier, from 1
ranked as (
    select
        h.token_id, v.tier, v.name, h.rollouts, h.step_index,
        row_number() over (partition by v.tier order by h.rollouts desc, h.token_id) as place
    from held as h
    inner join vocabulary_token as v on v.token_id = h.token_id
    where h.rollouts >= $min_document_frequency
)
select r.token_id, r.tier, r.name, r.rollouts as document_frequency, r.step_index::integer as admitted_index
from ranked as r
where r.place <= case when r.tier = 'ast' then $first_ast else $first_lexical end;

drop table lexical_gram;

drop table lexical_total;
