-- name: carry_words
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Gives numbers to words of the tokens taken over that no other step needs, so that they are counted.
-- params: none
-- returns: none
-- requires: none
-- portable: no
insert into lexical_word
with
-- one row per word
needed as (
    select distinct unnest(string_split(substr(t.name, 5), ' ')) as word
    from carried_token as t
    where t.tier = 'lexical'
)
select
    (select coalesce(max(k.word_id), 0) from lexical_word as k)
    + (row_number() over (order by encode(n.word)))::integer as word_id,
    n.word,
    0 as rollouts
from needed as n
anti join lexical_word as k on k.word = n.word;
