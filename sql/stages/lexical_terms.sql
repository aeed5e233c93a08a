-- name: lexical_terms
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Gives the chosen n-grams, as numbered in lexical_feature, in word numbers; 0 where an n-gram has no second or third word.
-- params: none
-- returns: none
-- requires: none
-- portable: yes
create or replace temp table lexical_term as
with
-- one row per n-gram
split as (
    select f.feature_id, string_split(f.name, ' ') as words
    from lexical_feature as f
)
select s.feature_id, a.word_id as first_id, coalesce(b.word_id, 0) as second_id, coalesce(c.word_id, 0) as third_id
from split as s
inner join lexical_word as a on a.word = s.words[1]
left join lexical_word as b on b.word = s.words[2]
left join lexical_word as c on c.word = s.words[3];
